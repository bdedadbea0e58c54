import { ownOperations } from "@/lib/bff/operations/operations";
import { readAttention } from "@/lib/server/attention/read-attention";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.readAttention, {
  answer: () => readAttention(),
});
