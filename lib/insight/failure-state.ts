// Current state of a failure group, from the operator's setting and the failures since.
import type { FailureState } from "../bff/insight.ts";

/** The operator's setting; `versions` are those the group had occurred in by then. */
export interface FailureDecision {
  readonly state: "acknowledged" | "muted";
  readonly until_ms: number | null;
  readonly versions: ReadonlySet<string>;
}

/** The state at `nowMs` and the versions that reopened it, in the order given. */
export function failureStateAt(
  word: FailureDecision | undefined,
  versions: readonly string[],
  nowMs: number,
): { state: FailureState; reopenedBy: string[] } {
  if (word === undefined) return { state: "open", reopenedBy: [] };
  switch (word.state) {
    case "muted":
      return { state: word.until_ms !== null && nowMs < word.until_ms ? "muted" : "open", reopenedBy: [] };
    case "acknowledged": {
      const reopenedBy = versions.filter((version) => !word.versions.has(version));
      return { state: reopenedBy.length > 0 ? "reopened" : "acknowledged", reopenedBy };
    }
  }
}

/** Whether the group needs attention. */
export const needsAttention = (state: FailureState): boolean => state === "open" || state === "reopened";
