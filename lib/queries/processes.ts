import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { processSampleOperations } from "../bff/operations/processes.ts";
import { processOperations } from "../contract/operations/processes.ts";
import type { ProcessSignal } from "../contract/processes.ts";
import { paces } from "../paces.ts";
import { BffError, bff } from "./bff.ts";
import { forgotten, historySpanMs, type ProcessHistory, withStatus } from "./process-history.ts";

const all = ["processes"] as const;

/** Identifies a process within a session. */
export interface ProcessId {
  id: string;
  processId: string;
}

const keyOf = ({ id, processId }: ProcessId) => [...all, "history", id, processId] as const;

export const processQueries = {
  all: () => all,
  /** A process with its history: each read extends the previous one, also after its tab was closed. */
  history: (process: ProcessId) =>
    queryOptions({
      queryKey: keyOf(process),
      queryFn: async ({ signal, client }): Promise<ProcessHistory> => {
        const before = client.getQueryData<ProcessHistory>(keyOf(process));
        const params = { id: process.id, process_id: process.processId };
        try {
          const { data, observedAtMs, stale } = await bff.one(
            processOperations.retrieveProcessStatus,
            { params },
            { signal },
          );
          return withStatus(before, { status: data, atMs: observedAtMs, stale });
        } catch (error) {
          const unknown = error instanceof BffError && error.status === 404;
          if (unknown && before !== undefined) return forgotten(before, Date.now());
          throw error;
        }
      },
      gcTime: historySpanMs,
      // The next poll is the retry.
      retry: false,
    }),
  /** All recorded samples, in steps where there are many or they are old. */
  past: (process: ProcessId) =>
    queryOptions({
      queryKey: [...all, "past", process.id, process.processId] as const,
      queryFn: ({ signal }) => {
        const params = { id: process.id, process_id: process.processId };
        return bff.one(
          processSampleOperations.readProcessSamples,
          { params, query: { since_ms: 0 } },
          { signal },
        );
      },
      staleTime: paces.stale.calmMs,
    }),
  /** Recorded samples of the last half hour, also after its end. */
  recorded: (process: ProcessId) =>
    queryOptions({
      queryKey: [...all, "recorded", process.id, process.processId] as const,
      queryFn: ({ signal }) => {
        const params = { id: process.id, process_id: process.processId };
        return bff.one(processSampleOperations.readProcessSamples, { params }, { signal });
      },
      staleTime: paces.stale.calmMs,
      gcTime: historySpanMs,
    }),
} as const;

export const processMutations = {
  kill: () =>
    mutationOptions({
      mutationKey: [...all, "kill"],
      mutationFn: ({
        id,
        processId,
        signal,
        reason,
      }: ProcessId & { signal: ProcessSignal; reason?: string }) =>
        bff.act(
          processOperations.killProcess,
          { params: { id, process_id: processId }, body: { signal } },
          { reason },
        ),
      onSettled: (_data, _error, { id, processId }, _result, { client }) =>
        client.invalidateQueries({ queryKey: keyOf({ id, processId }) }),
    }),
} as const;
