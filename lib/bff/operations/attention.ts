import { defineOperations } from "../../contract/operation.ts";
import { attention, attentionQuery } from "../attention.ts";

export const attentionOperations = defineOperations("Apps", {
  readAttention: {
    method: "GET",
    path: "/attention",
    summary: "What needs an operator now, worked out from everything recorded, and what was looked at",
    query: attentionQuery,
    answers: { 200: { kind: "json", schema: attention } },
  },
});
