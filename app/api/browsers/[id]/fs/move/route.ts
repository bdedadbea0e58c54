import { operations } from "@/lib/contract/operations";
import { defineRoute } from "@/lib/server/routes/define-route";

export const PUT = defineRoute(operations.moveFile);
