import { invocationBrowsers } from "../browsers.ts";
import { defineOperations } from "../operation.ts";
import { empty, id } from "./parts.ts";

/** Operations on the browsers of an invocation. */
export const invocationBrowserOperations = defineOperations("Invocations", {
  listInvocationBrowsers: {
    shown: true,
    method: "GET",
    path: "/invocations/{id}/browsers",
    summary: "List the active browser sessions created within an invocation",
    params: id,
    answers: { 200: { kind: "json", schema: invocationBrowsers } },
    errors: [400, 404],
  },
  deleteInvocationBrowsers: {
    method: "DELETE",
    path: "/invocations/{id}/browsers",
    summary: "Delete all browser sessions of an invocation",
    params: id,
    answers: { 204: empty },
    errors: [404],
  },
});
