import { queryOptions } from "@tanstack/react-query";
import { recorderOperations } from "../bff/operations/recorder.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

const all = ["recorder"] as const;

export const recorderQueries = {
  all: () => all,
  /** State of the recorder: leader, health, gaps and database size. */
  state: () =>
    queryOptions({
      queryKey: [...all, "state"] as const,
      queryFn: ({ signal }) => bff.one(recorderOperations.retrieveRecorder, {}, { signal }),
      staleTime: paces.stale.briefMs,
    }),
} as const;
