import { app, appFilters } from "../apps.ts";
import { defineOperations } from "../operation.ts";

/** Operations on applications. */
export const appOperations = defineOperations("Apps", {
  listApps: {
    method: "GET",
    path: "/apps",
    summary: "List deployed application versions and their actions",
    query: appFilters,
    answers: { 200: { kind: "list", item: app, paged: true } },
    errors: [400],
  },
});
