import { defineOperations } from "../../contract/operation.ts";
import { evidenceState } from "../evidence.ts";

export const evidenceOperations = defineOperations("Browsers", {
  retrieveEvidence: {
    method: "GET",
    path: "/evidence",
    summary: "Which logs are stored, how much they take, and what was deleted early",
    answers: { 200: { kind: "json", schema: evidenceState } },
  },
});
