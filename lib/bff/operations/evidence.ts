import { defineOperations } from "../../contract/operation.ts";
import { evidencePreview, evidenceSettings, evidenceState, evidenceUpdate } from "../evidence.ts";

export const evidenceOperations = defineOperations("Browsers", {
  retrieveEvidence: {
    method: "GET",
    path: "/evidence",
    summary: "Get the evidence settings, the size of what is stored, and what was deleted early",
    answers: { 200: { kind: "json", schema: evidenceState } },
  },
  setEvidenceSettings: {
    method: "PUT",
    path: "/evidence/settings",
    summary: "Change the evidence settings of all replicas",
    body: { kind: "json", schema: evidenceUpdate, required: true },
    answers: { 200: { kind: "json", schema: evidenceState } },
    errors: [400, 409],
  },
  resetEvidenceSettings: {
    method: "DELETE",
    path: "/evidence/settings",
    summary: "Reset the evidence settings to the environment variables",
    answers: { 200: { kind: "json", schema: evidenceState } },
  },
  previewEvidence: {
    method: "POST",
    path: "/evidence/preview",
    summary:
      "Preview evidence settings: what they would have stored in the last 7 days, and how much per day",
    body: { kind: "json", schema: evidenceSettings, required: true },
    answers: { 200: { kind: "json", schema: evidencePreview } },
    errors: [400],
  },
});
