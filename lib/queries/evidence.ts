import { keepPreviousData, mutationOptions } from "@tanstack/react-query";
import type { EvidenceSettings, EvidenceUpdate } from "../bff/evidence.ts";
import { evidenceOperations } from "../bff/operations/evidence.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["stored-logs", "evidence"] as const;

export const evidenceQueries = {
  /** What evidence is stored, and how much it takes. */
  state: () => ({
    ...oneQuery(all, evidenceOperations.retrieveEvidence, {}),
    staleTime: paces.stale.briefMs,
  }),
  /** What settings would have stored of the last 7 days; those of the settings before until it is read. */
  preview: (settings: EvidenceSettings) => ({
    ...oneQuery(["stored-logs", "evidence-preview"] as const, evidenceOperations.previewEvidence, {
      body: settings,
    }),
    placeholderData: keepPreviousData,
    staleTime: paces.stale.calmMs,
  }),
} as const;

export const evidenceMutations = {
  save: () =>
    mutationOptions({
      mutationFn: (settings: EvidenceUpdate) =>
        bff.act(evidenceOperations.setEvidenceSettings, { body: settings }),
      meta: { invalidates: all },
    }),
  /** Lets the environment variables apply again. */
  reset: () =>
    mutationOptions({
      mutationFn: () => bff.act(evidenceOperations.resetEvidenceSettings, {}),
      meta: { invalidates: all },
    }),
} as const;
