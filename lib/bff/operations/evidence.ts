import { defineOperations } from "../../contract/operation.ts";
import { evidencePreview, evidenceSettings, evidenceState } from "../evidence.ts";

export const evidenceOperations = defineOperations("Browsers", {
  retrieveEvidence: {
    method: "GET",
    path: "/evidence",
    summary: "What evidence is stored by which settings, how much it takes, and what was deleted early",
    answers: { 200: { kind: "json", schema: evidenceState } },
  },
  setEvidenceSettings: {
    method: "PUT",
    path: "/evidence/settings",
    summary: "Change what evidence is stored, for all replicas",
    body: { kind: "json", schema: evidenceSettings, required: true },
    answers: { 200: { kind: "json", schema: evidenceState } },
    errors: [400],
  },
  resetEvidenceSettings: {
    method: "DELETE",
    path: "/evidence/settings",
    summary: "Store evidence as the environment variables say",
    answers: { 200: { kind: "json", schema: evidenceState } },
  },
  previewEvidence: {
    method: "POST",
    path: "/evidence/preview",
    summary: "What settings would have stored of the last 7 days, and how much a day",
    body: { kind: "json", schema: evidenceSettings, required: true },
    answers: { 200: { kind: "json", schema: evidencePreview } },
    errors: [400],
  },
});
