import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveBrowser);
export const PATCH = defineRoute(operations.updateBrowser);
export const DELETE = defineRoute(operations.deleteBrowser);
