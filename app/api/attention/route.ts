import { ownOperations } from "@/lib/bff/operations/operations";
import { attentionViewed, readAttention } from "@/lib/server/attention/read-attention";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.readAttention, {
  answer: ({ input, operator }) => {
    if (input.query?.viewed !== "no") attentionViewed();
    return readAttention(operator.sid);
  },
});
