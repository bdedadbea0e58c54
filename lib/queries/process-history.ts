// What has been seen of one process while its page was open. Only what was measured is kept: time without an answer
// leaves no sample, and the end of a process lies between the last poll that saw it run and the first that did not.
import { processSampleBounds, type RecordedSample } from "../bff/process-samples.ts";
import type { ProcessStatus } from "../contract/processes.ts";

export interface ProcessSample {
  readonly atMs: number;
  /** Percent of one core; null: not measured. */
  readonly cpuPct: number | null;
  readonly memBytes: number | null;
}

export interface ProcessHistory {
  readonly samples: readonly ProcessSample[];
  /** As the API said it last, and when. */
  readonly status: ProcessStatus;
  readonly readAtMs: number;
  /** When it was last seen running; undefined when it never was. */
  readonly ranAtMs: number | undefined;
  /** When it was first seen not to run any more. */
  readonly exitedAtMs: number | undefined;
  /** Since when the API does not know it any more. */
  readonly forgottenAtMs: number | undefined;
  /** Code of the failure that keeps a newer answer away. */
  readonly stale: string | undefined;
}

/** How far back samples are kept. */
export const historySpanMs = processSampleBounds.spanMs;

/** What was recorded and what was seen here, in order of time, each moment once: both are the same answers. */
export function joinedSamples(
  recorded: readonly RecordedSample[],
  seen: readonly ProcessSample[],
): readonly ProcessSample[] {
  const known = recorded.map(({ at_ms, cpu_pct, mem_bytes }): ProcessSample => {
    return { atMs: at_ms, cpuPct: cpu_pct, memBytes: mem_bytes };
  });
  const all = new Map([...known, ...seen].map((sample) => [sample.atMs, sample]));
  return [...all.values()].sort((a, b) => a.atMs - b.atMs);
}

/** The history with one more answer in it. An answer that is not newer than the last adds no sample. */
export function withStatus(
  before: ProcessHistory | undefined,
  { status, atMs, stale }: { status: ProcessStatus; atMs: number; stale: string | undefined },
): ProcessHistory {
  if (before !== undefined && atMs <= before.readAtMs) return { ...before, stale };
  const running = status.state === "running";
  const sample = { atMs, cpuPct: status.cpu_pct ?? null, memBytes: status.mem_bytes ?? null };
  const kept = (before?.samples ?? []).filter((each) => each.atMs > atMs - historySpanMs);
  return {
    samples: running ? [...kept, sample] : kept,
    status,
    readAtMs: atMs,
    ranAtMs: running ? atMs : before?.ranAtMs,
    exitedAtMs: status.state === "exited" ? (before?.exitedAtMs ?? atMs) : undefined,
    forgottenAtMs: undefined,
    stale,
  };
}

/** The history once the API has answered that it knows no such process. What was known last stays. */
export const forgotten = (before: ProcessHistory, atMs: number): ProcessHistory => ({
  ...before,
  forgottenAtMs: before.forgottenAtMs ?? atMs,
  stale: undefined,
});
