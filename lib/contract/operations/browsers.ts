import * as z from "zod/mini";
import {
  browser,
  browserCreate,
  browserFilters,
  browserLimits,
  browserUpdate,
  persistentBrowser,
} from "../browsers.ts";
import { curlRequest, curlResponse } from "../curl.ts";
import { defineOperations } from "../operation.ts";
import { queryBoolean } from "../schema.ts";
import { empty, id } from "./parts.ts";

const oneBrowser = { kind: "json", schema: browser } as const;

/** Operations on browser sessions. */
export const browserOperations = defineOperations("Browsers", {
  listBrowsers: {
    method: "GET",
    path: "/browsers",
    summary: "List browser sessions",
    query: browserFilters,
    answers: { 200: { kind: "list", item: browser, paged: true } },
    errors: [400],
  },
  retrieveBrowserLimits: {
    method: "GET",
    path: "/org/limits",
    summary: "Retrieve how many browsers may run at once",
    answers: { 200: { kind: "json", schema: browserLimits } },
  },
  createBrowser: {
    method: "POST",
    path: "/browsers",
    summary: "Create a browser session",
    body: { kind: "json", schema: browserCreate, required: false },
    answers: { 200: oneBrowser },
    errors: [400, 403, 404, 409, 429, 529],
  },
  retrieveBrowser: {
    method: "GET",
    path: "/browsers/{id}",
    summary: "Retrieve a browser session",
    params: id,
    query: z.object({ include_deleted: z.optional(queryBoolean) }),
    answers: { 200: oneBrowser },
    errors: [400, 404],
  },
  updateBrowser: {
    method: "PATCH",
    path: "/browsers/{id}",
    summary: "Change a browser session's proxy, profile, viewport, name or tags",
    params: id,
    body: { kind: "json", schema: browserUpdate, required: true },
    answers: { 200: oneBrowser },
    errors: [400, 403, 404, 409],
  },
  curlBrowser: {
    method: "POST",
    path: "/browsers/{id}/curl",
    summary: "Send an HTTP request through a session's browser, with its cookies and proxy",
    params: id,
    body: { kind: "json", schema: curlRequest, required: true },
    answers: { 200: { kind: "json", schema: curlResponse } },
    errors: [400, 403, 404, 429, 502],
  },
  deletePersistentBrowser: {
    method: "DELETE",
    path: "/browsers",
    summary: "Delete the browser session that has a persistence identifier",
    query: persistentBrowser,
    answers: { 204: empty },
    errors: [400, 404],
  },
  deleteBrowser: {
    method: "DELETE",
    path: "/browsers/{id}",
    summary: "Delete a browser session",
    params: id,
    answers: { 204: empty },
    errors: [404],
  },
});
