import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrievePool);
export const PATCH = defineRoute(operations.updatePool);
export const DELETE = defineRoute(operations.deletePool);
