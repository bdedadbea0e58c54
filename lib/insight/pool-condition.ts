// The condition of a pool: the one verdict behind its badge, its place in the list, the count in the navigation and its
// attention item.
import type { AttentionItem } from "../bff/attention.ts";
import type { PoolInsight } from "../bff/pool-insight.ts";

/** The worst first. */
export const poolConditions = [
  "empty",
  "cannot_fill",
  "acquired",
  "emptying",
  "not_filled",
  "short",
  "filling",
  "unknown",
  "at_size",
] as const;
export type PoolCondition = (typeof poolConditions)[number];

const serious: ReadonlySet<PoolCondition> = new Set(["cannot_fill", "acquired", "emptying"]);

/** How urgent: clients get no browser now, or soon. A pool that cannot fill has some left, else it is empty. */
export const poolSeverity = (condition: PoolCondition): AttentionItem["severity"] =>
  condition === "empty" ? "critical" : serious.has(condition) ? "serious" : "notice";

/** Clients wait for browsers, or will soon. */
export const isInTrouble = (condition: PoolCondition): boolean => poolSeverity(condition) !== "notice";

/** It lacks browsers and gets none: something keeps it short. */
export const isKeptShort = (condition: PoolCondition): boolean =>
  condition === "empty" || condition === "cannot_fill";

/** A pool that lasts longer is not emptying. */
const soonMinutes = 30;

export interface PoolCounts {
  readonly available: number;
  readonly acquired: number;
  /** Missing to the size; null or undefined: the size is unknown. */
  readonly unfilled: number | null | undefined;
}

/**
 * Minutes until none is available; null: it is not emptying, undefined: not known. The counts are newer than the
 * insight: where they differ on whether one is available, the counts hold.
 */
export function minutesLeft(
  { available }: Pick<PoolCounts, "available">,
  insight: Pick<PoolInsight, "empty" | "available"> | undefined,
): number | null | undefined {
  if (available === 0) return 0;
  if (insight?.empty == null || insight.available === 0) return undefined;
  return insight.empty.minutes;
}

/** `insight` undefined: from the counts alone, which cannot tell whether the pool fills or empties: it is short. */
export function poolConditionOf(
  counts: PoolCounts,
  insight: Pick<PoolInsight, "state" | "consumption" | "empty" | "available"> | undefined,
): PoolCondition {
  const { available, acquired, unfilled } = counts;
  const short = (unfilled ?? 0) > 0;
  if (available === 0 && short) return "empty";
  if (short && insight?.state.kind === "cannot_fill") return "cannot_fill";
  if (available === 0 && acquired > 0) return "acquired";
  const left = minutesLeft(counts, insight);
  if (available > 0 && left != null && left <= soonMinutes) return "emptying";
  const state = insight?.state.kind ?? "unknown";
  if (short && state === "unknown") return "short";
  if (short) return state === "not_filled" ? "not_filled" : "filling";
  return unfilled === null || unfilled === undefined ? "unknown" : "at_size";
}
