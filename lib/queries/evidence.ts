import { evidenceOperations } from "../bff/operations/evidence.ts";
import { paces } from "../paces.ts";
import { oneQuery } from "./operation-query.ts";

export const evidenceQueries = {
  /** Which logs are stored, and how much they take. */
  state: () => ({
    ...oneQuery(["stored-logs", "evidence"] as const, evidenceOperations.retrieveEvidence, {}),
    staleTime: paces.stale.briefMs,
  }),
} as const;
