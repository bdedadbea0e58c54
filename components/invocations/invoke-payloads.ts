import type { Invocation } from "@/lib/contract/invocations";

export interface RecentPayload {
  readonly payload: string;
  /** The newest run that had it. */
  readonly run: Invocation;
  /** Runs that had it, of those that were read. */
  readonly times: number;
}

const atMost = 20;
const previewLength = 80;

/** The distinct payloads of these runs, in their order (newest first). */
export function recentPayloads(runs: readonly Invocation[]): readonly RecentPayload[] {
  const found = new Map<string, RecentPayload>();
  for (const run of runs) {
    const { payload } = run;
    if (!payload) continue;
    const before = found.get(payload);
    found.set(payload, before ? { ...before, times: before.times + 1 } : { payload, run, times: 1 });
  }
  return [...found.values()].slice(0, atMost);
}

/** One line of a payload, cut where a menu ends. */
export function previewOf(payload: string): string {
  const line = payload
    .slice(0, previewLength * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > previewLength ? `${line.slice(0, previewLength)}…` : line;
}
