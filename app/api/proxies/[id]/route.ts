import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveProxy);
export const PATCH = defineRoute(operations.updateProxy, {
  audit: { target: ({ params, body }) => `${params.id} to ${body.name}` },
});
export const DELETE = defineRoute(operations.deleteProxy);
