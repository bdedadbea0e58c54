import { operations } from "@/lib/contract/operations";
import { defineRoute } from "@/lib/server/routes/define-route";

export const GET = defineRoute(operations.retrievePool);
export const PATCH = defineRoute(operations.updatePool);
