import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveProfile);
export const PATCH = defineRoute(operations.updateProfile, {
  audit: { target: ({ params, body }) => `${params.id_or_name} to ${body.name}` },
});
export const DELETE = defineRoute(operations.deleteProfile);
