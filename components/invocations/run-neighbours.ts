import type { Invocation } from "@/lib/contract/invocations";

export interface Neighbours {
  /** Run just before and just after it, of the same action. */
  readonly previous: Invocation | undefined;
  readonly next: Invocation | undefined;
  /** Newest one before it that succeeded. */
  readonly lastSuccess: Invocation | undefined;
  /** Whether the run is among those read at all. */
  readonly isAmong: boolean;
}

/** Who stands beside a run in a list that is newest first. */
export function neighboursOf(runs: readonly Invocation[], id: string): Neighbours {
  const at = runs.findIndex((run) => run.id === id);
  const before = at === -1 ? [] : runs.slice(at + 1);
  return {
    previous: before[0],
    next: at > 0 ? runs[at - 1] : undefined,
    lastSuccess: (at === -1 ? runs : before).find(({ status }) => status === "succeeded"),
    isAmong: at !== -1,
  };
}
