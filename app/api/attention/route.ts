import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { readAttention } from "@/lib/server/watch/read-attention";

export const GET = defineRoute(ownOperations.readAttention, {
  handler: async () => ({ status: 200, body: await readAttention() }),
});
