// What holds of a group of failures now, from what an operator said of it and what was seen since. Pure.
import type { FailureState } from "../bff/insight.ts";

/** What an operator said; `versions` are those the group had been on by then. */
export interface FailureWord {
  readonly state: "acknowledged" | "muted";
  readonly until_ms: number | null;
  readonly versions: ReadonlySet<string>;
}

/** The state at `nowMs` and the versions that reopened it, in the order given. */
export function failureStateAt(
  word: FailureWord | undefined,
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

/** Whether somebody should look at it. */
export const needsAttention = (state: FailureState): boolean => state === "open" || state === "reopened";
