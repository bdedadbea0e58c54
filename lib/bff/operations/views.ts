import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { view, viewCreate, viewUpdate } from "../views.ts";

const viewId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
const oneView = { kind: "json", schema: view } as const;

export const viewOperations = defineOperations("Apps", {
  listViews: {
    method: "GET",
    path: "/views",
    summary: "List your saved views and the shared ones, by name",
    answers: { 200: { kind: "list", item: view, paged: false } },
  },
  createView: {
    method: "POST",
    path: "/views",
    summary: "Save a view; sharing it needs the operator role",
    body: { kind: "json", schema: viewCreate, required: true },
    answers: { 201: oneView },
    errors: [400, 403, 409],
  },
  updateView: {
    method: "PATCH",
    path: "/views/{id}",
    summary: "Rename, overwrite or share a saved view, or make it your default",
    params: viewId,
    body: { kind: "json", schema: viewUpdate, required: true },
    answers: { 200: oneView },
    errors: [400, 403, 404, 409],
  },
  deleteView: {
    method: "DELETE",
    path: "/views/{id}",
    summary: "Delete a saved view",
    params: viewId,
    answers: { 204: { kind: "empty" } },
    errors: [403, 404],
  },
});
