import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { view, viewCreate, viewUpdate } from "../views.ts";

const viewId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
const oneView = { kind: "json", schema: view } as const;

export const viewOperations = {
  listViews: defineOperation({
    id: "listViews",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/views",
    summary: "The operator's own saved views and those shared with everyone, by name",
    params: none,
    query: none,
    answers: { 200: { kind: "list", item: view, paged: false } },
    errors: [],
  }),
  createView: defineOperation({
    id: "createView",
    tag: "Apps",
    shown: false,
    method: "POST",
    path: "/views",
    summary: "Keep a screen under a name; sharing it needs the operator role",
    params: none,
    query: none,
    body: { kind: "json", schema: viewCreate, required: true },
    answers: { 201: oneView },
    errors: [400, 403, 409],
  }),
  updateView: defineOperation({
    id: "updateView",
    tag: "Apps",
    shown: false,
    method: "PATCH",
    path: "/views/{id}",
    summary: "Rename, overwrite, share or make default",
    params: viewId,
    query: none,
    body: { kind: "json", schema: viewUpdate, required: true },
    answers: { 200: oneView },
    errors: [400, 403, 404],
  }),
  deleteView: defineOperation({
    id: "deleteView",
    tag: "Apps",
    shown: false,
    method: "DELETE",
    path: "/views/{id}",
    summary: "Delete a saved view",
    params: viewId,
    query: none,
    answers: { 204: { kind: "empty" } },
    errors: [403, 404],
  }),
} satisfies Record<string, Operation>;
