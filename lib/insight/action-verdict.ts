// Verdict on the newest version of an action compared with earlier ones, and the version that introduced a regression.
import type { ActionVerdict, ChangeKind, VersionChange } from "../bff/insight.ts";
import { insightRules } from "../bff/insight-rules.ts";
import { changeBetween, type VersionSample } from "./version-change.ts";

/** A sample with the start of its version's first invocation; null when that is no longer stored. */
export interface DatedSample extends VersionSample {
  readonly firstInvocationAtMs: number | null;
}

const kinds = ["failures", "median", "tail"] as const satisfies readonly ChangeKind[];

/** The respects in which a change is a regression. */
const worseIn = (change: VersionChange): ChangeKind[] =>
  kinds.filter((kind) => change[kind].verdict === "worse");

const isBetter = (change: VersionChange) => kinds.some((kind) => change[kind].verdict === "better");

/**
 * The verdict on versions ordered by first invocation. Versions with too few ended invocations are skipped as a base;
 * a newest version with too few gets no verdict. Regressed since the latest version that was worse than its predecessor
 * in a way in which the newest version still is.
 */
export function verdictOf(versions: readonly DatedSample[]): ActionVerdict {
  const newest = versions.at(-1);
  if (newest === undefined || versions.length === 1) return { state: "one_version" };
  const { sample: needed } = insightRules;
  if (newest.ended < needed) return { state: "too_few", version: newest.version, have: newest.ended, needed };
  const judged = versions.filter(({ ended }) => ended >= needed);
  const bases = judged.slice(0, -1);
  const last = bases.at(-1);
  if (last === undefined) {
    const have = Math.max(...versions.slice(0, -1).map(({ ended }) => ended));
    return { state: "too_few", version: newest.version, have, needed };
  }
  for (let at = bases.length - 1; at >= 0; at -= 1) {
    const [base, suspect] = [bases[at], judged[at + 1]];
    if (base === undefined || suspect === undefined) continue;
    const then = new Set(worseIn(changeBetween(base, suspect)));
    const change = changeBetween(base, newest);
    const still = worseIn(change).filter((kind) => then.has(kind));
    if (still.length > 0)
      return {
        state: "regressed",
        since_version: suspect.version,
        since_ms: suspect.firstInvocationAtMs,
        version: newest.version,
        kinds: worseIn(change),
        change,
      };
  }
  const change = changeBetween(last, newest);
  return isBetter(change)
    ? { state: "better", version: newest.version, change }
    : { state: "steady", version: newest.version };
}
