import * as z from "zod/mini";
import { browser, browserCreate, browserFilters, browserUpdate, persistentBrowser } from "../browsers.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { queryBoolean } from "../schema.ts";
import { empty, id, none } from "./parts.ts";

const oneBrowser = { kind: "json", schema: browser } as const;

/** Operations on browser sessions. */
export const browserOperations = {
  listBrowsers: defineOperation({
    id: "listBrowsers",
    tag: "Browsers",
    shown: false,
    method: "GET",
    path: "/browsers",
    summary: "List browser sessions",
    params: none,
    query: browserFilters,
    answers: { 200: { kind: "list", item: browser, paged: true } },
    errors: [400],
  }),
  createBrowser: defineOperation({
    id: "createBrowser",
    tag: "Browsers",
    shown: false,
    method: "POST",
    path: "/browsers",
    summary: "Create a browser session",
    params: none,
    query: none,
    body: { kind: "json", schema: browserCreate, required: false },
    answers: { 200: oneBrowser },
    errors: [400, 403, 404, 429, 529],
  }),
  retrieveBrowser: defineOperation({
    id: "retrieveBrowser",
    tag: "Browsers",
    shown: false,
    method: "GET",
    path: "/browsers/{id}",
    summary: "Retrieve a browser session",
    params: id,
    query: z.object({ include_deleted: z.optional(queryBoolean) }),
    answers: { 200: oneBrowser },
    errors: [400, 404],
  }),
  updateBrowser: defineOperation({
    id: "updateBrowser",
    tag: "Browsers",
    shown: false,
    method: "PATCH",
    path: "/browsers/{id}",
    summary: "Change a browser session's proxy, profile or viewport",
    params: id,
    query: none,
    body: { kind: "json", schema: browserUpdate, required: true },
    answers: { 200: oneBrowser },
    errors: [400, 403, 404],
  }),
  deletePersistentBrowser: defineOperation({
    id: "deletePersistentBrowser",
    tag: "Browsers",
    shown: false,
    method: "DELETE",
    path: "/browsers",
    summary: "Delete the browser session that has a persistence identifier",
    params: none,
    query: persistentBrowser,
    answers: { 204: empty },
    errors: [400, 404],
  }),
  deleteBrowser: defineOperation({
    id: "deleteBrowser",
    tag: "Browsers",
    shown: false,
    method: "DELETE",
    path: "/browsers/{id}",
    summary: "Delete a browser session",
    params: id,
    query: none,
    answers: { 204: empty },
    errors: [404],
  }),
} satisfies Record<string, Operation>;
