import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { processSampleOperations } from "../bff/operations/processes.ts";
import { processOperations } from "../contract/operations/processes.ts";
import type { ProcessExec, ProcessSignal } from "../contract/processes.ts";
import { paces } from "../paces.ts";
import { presentMs } from "../present.ts";
import { bff, isNotFound } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";
import { forgotten, historySpanMs, type ProcessHistory, withStatus } from "./process-history.ts";

const all = ["processes"] as const;

/** Identifies a process within a session. */
export interface ProcessId {
  id: string;
  processId: string;
}

/** A command to start. */
export type ProcessSpec = Pick<ProcessExec, "command" | "cwd" | "timeout_sec">;

const paramsOf = ({ id, processId }: ProcessId) => ({ id, process_id: processId });
const keyOf = ({ id, processId }: ProcessId) => [...all, "history", id, processId] as const;

export const processQueries = {
  /** A process with its history: each read extends the previous one, also after its tab was closed. */
  history: (process: ProcessId) =>
    queryOptions({
      queryKey: keyOf(process),
      queryFn: async ({ signal, client }): Promise<ProcessHistory> => {
        const before = client.getQueryData<ProcessHistory>(keyOf(process));
        try {
          const { data, observedAtMs, stale } = await bff.one(
            processOperations.retrieveProcessStatus,
            { params: paramsOf(process) },
            { signal },
          );
          return withStatus(before, { status: data, atMs: observedAtMs, stale });
        } catch (error) {
          const unknown = isNotFound(error);
          if (unknown && before !== undefined) return forgotten(before, presentMs());
          throw error;
        }
      },
      gcTime: historySpanMs,
      // The next poll is the retry.
      retry: false,
    }),
  /** All recorded samples, in steps where there are many or they are old. */
  past: (process: ProcessId) => ({
    ...oneQuery(all, processSampleOperations.readProcessSamples, {
      params: paramsOf(process),
      query: { since_ms: 0 },
    }),
    staleTime: paces.stale.calmMs,
  }),
  /** Recorded samples of the last 30 min, also after its end. */
  recorded: (process: ProcessId) => ({
    ...oneQuery(all, processSampleOperations.readProcessSamples, { params: paramsOf(process) }),
    staleTime: paces.stale.calmMs,
    gcTime: historySpanMs,
  }),
} as const;

export const processMutations = {
  /** Starts a command; its output is read by `followProcess`, once. */
  spawn: () =>
    mutationOptions({
      mutationFn: ({ id, spec, reason }: { id: string; spec: ProcessSpec; reason: string }) =>
        bff.act(processOperations.spawnProcess, { params: { id }, body: spec }, { reason }),
    }),
  kill: () =>
    mutationOptions({
      mutationFn: ({ signal, reason, ...process }: ProcessId & { signal: ProcessSignal; reason: string }) =>
        bff.act(processOperations.killProcess, { params: paramsOf(process), body: { signal } }, { reason }),
      onSettled: (_data, _error, process, _result, { client }) =>
        client.invalidateQueries({ queryKey: keyOf(process) }),
    }),
} as const;
