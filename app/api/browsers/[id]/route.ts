import { operations } from "@/lib/contract/operations/operations";
import { targetOfChange } from "@/lib/server/audit/fields-set";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveBrowser);
export const PATCH = defineRoute(operations.updateBrowser, {
  audit: { target: ({ params, body }) => targetOfChange(params.id, body) },
});
export const DELETE = defineRoute(operations.deleteBrowser);
