import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveProfile);
export const PATCH = defineRoute(operations.updateProfile);
export const DELETE = defineRoute(operations.deleteProfile);
