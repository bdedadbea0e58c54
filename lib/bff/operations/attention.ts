import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { attention } from "../attention.ts";

export const attentionOperations = {
  readAttention: defineOperation({
    id: "readAttention",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/attention",
    summary: "What needs an operator now, worked out from everything recorded, and what was looked at",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: attention } },
    errors: [],
  }),
} satisfies Record<string, Operation>;
