import { operations } from "@/lib/contract/operations/operations";
import { fieldsSet } from "@/lib/server/audit/fields-set";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveBrowser);
export const PATCH = defineRoute(operations.updateBrowser, {
  audit: { target: ({ params, body }) => `${params.id} (${fieldsSet(body)})` },
});
export const DELETE = defineRoute(operations.deleteBrowser);
