import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveProxy);
export const PATCH = defineRoute(operations.updateProxy);
export const DELETE = defineRoute(operations.deleteProxy);
