import { recorderOperations } from "../bff/operations/recorder.ts";
import { paces } from "../paces.ts";
import { oneQuery } from "./operation-query.ts";

export const recorderQueries = {
  /** State of the recorder: leader, health, gaps and database size. */
  state: () => ({
    ...oneQuery(["recorder"], recorderOperations.retrieveRecorder, {}),
    staleTime: paces.stale.briefMs,
  }),
} as const;
