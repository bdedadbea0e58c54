// Status history of one process while its page is open. Only measured samples are stored: a failed poll adds none, and
// the end of a process is between the last poll with it running and the first without.
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
  /** The latest status and when it was read. */
  readonly status: ProcessStatus;
  readonly readAtMs: number;
  /** When it was last observed running; undefined if never. */
  readonly ranAtMs: number | undefined;
  /** When it was first observed exited. */
  readonly exitedAtMs: number | undefined;
  /** Since when the API returns 404. */
  readonly forgottenAtMs: number | undefined;
  /** Code of the failure that prevents a newer status. */
  readonly stale: string | undefined;
}

/** Maximum age of samples, in milliseconds. */
export const historySpanMs = processSampleBounds.spanMs;

/** Merges recorded and local samples by time; equal times are the same response. */
export function joinedSamples(
  recorded: readonly RecordedSample[],
  observed: readonly ProcessSample[],
): readonly ProcessSample[] {
  const known = recorded.map(({ at_ms, cpu_pct, mem_bytes }): ProcessSample => {
    return { atMs: at_ms, cpuPct: cpu_pct, memBytes: mem_bytes };
  });
  const all = new Map([...known, ...observed].map((sample) => [sample.atMs, sample]));
  return [...all.values()].sort((a, b) => a.atMs - b.atMs);
}

/** Adds a status. One that is not newer than the last adds no sample. */
export function withStatus(
  before: ProcessHistory | undefined,
  { status, atMs, stale }: { status: ProcessStatus; atMs: number; stale: string | undefined },
): ProcessHistory {
  if (before !== undefined && atMs <= before.readAtMs) return { ...before, stale };
  const running = status.state === "running";
  const sample = { atMs, cpuPct: status.cpu_pct ?? null, memBytes: status.mem_bytes ?? null };
  const recent = (before?.samples ?? []).filter((each) => each.atMs > atMs - historySpanMs);
  return {
    samples: running ? [...recent, sample] : recent,
    status,
    readAtMs: atMs,
    ranAtMs: running ? atMs : before?.ranAtMs,
    exitedAtMs: status.state === "exited" ? (before?.exitedAtMs ?? atMs) : undefined,
    forgottenAtMs: undefined,
    stale,
  };
}

/** Marks a process that the API no longer has; the last known status remains. */
export const forgotten = (before: ProcessHistory, atMs: number): ProcessHistory => ({
  ...before,
  forgottenAtMs: before.forgottenAtMs ?? atMs,
  stale: undefined,
});
