import { defineOperations } from "../../contract/operation.ts";
import { attention, attentionQuery } from "../attention.ts";

export const attentionOperations = defineOperations("Apps", {
  readAttention: {
    method: "GET",
    path: "/attention",
    summary: "List what needs an operator now, worst first, and which checks ran",
    query: attentionQuery,
    answers: { 200: { kind: "json", schema: attention } },
  },
});
