// What the newest version of an action is beside those before it, and which one made it worse. Pure.
import { type ActionVerdict, type ChangeKind, insightRules, type VersionChange } from "../bff/insight.ts";
import { changeBetween, type VersionSample } from "./version-change.ts";

/** A sample with the moment of its version's first run; null when that is not kept any more. */
export interface DatedSample extends VersionSample {
  readonly firstRunAtMs: number | null;
}

const kinds = ["failures", "median", "tail"] as const satisfies readonly ChangeKind[];

/** In which ways a change is for the worse. */
export const worseIn = (change: VersionChange): ChangeKind[] =>
  kinds.filter((kind) => change[kind].verdict === "worse");

const isBetter = (change: VersionChange) => kinds.some((kind) => change[kind].verdict === "better");

/**
 * The verdict on versions in the order of their first runs. Versions with too few ended runs are passed over as a
 * base; a newest one with too few is not judged. Regressed since the newest version that was worse than the one before
 * it in a way in which the newest version still is.
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
        since_ms: suspect.firstRunAtMs,
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
