import { app, appFilters } from "../apps.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { none } from "./parts.ts";

/** Operations on applications. */
export const appOperations = {
  listApps: defineOperation({
    id: "listApps",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/apps",
    summary: "List deployed application versions and their actions",
    params: none,
    query: appFilters,
    answers: { 200: { kind: "list", item: app, paged: true } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
