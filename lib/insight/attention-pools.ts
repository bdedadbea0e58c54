// Pools that cannot serve, or soon cannot: one verdict per pool, the worst that holds.
import type { AttentionItem } from "../bff/attention.ts";
import type { PoolSample } from "../bff/history.ts";
import type { AttentionFacts, PoolFacts } from "./attention-facts.ts";

export const poolRules = {
  /** A gap to the size that has not shrunk for so long will not. */
  cannotFillMs: 3 * 60_000,
  /** Over how long a drain is read, and how much of it must be measured. */
  drainMs: 10 * 60_000,
  leastDrainMs: 2 * 60_000,
  /** A pool that lasts longer needs nobody. */
  soonMinutes: 30,
  /** Samples further apart are not one stretch. */
  maxSilenceMs: 45_000,
} as const;

interface Counts {
  at_ms: number;
  available: number;
  acquired: number;
  size: number | null;
}
type PoolItem = Extract<AttentionItem, { kind: "pool" }>;

const measured = ({ at_ms, available, acquired, size }: PoolSample): Counts[] =>
  available === null || acquired === null ? [] : [{ at_ms, available, acquired, size }];

const unfilledOf = ({ size, available, acquired }: Counts) =>
  size === null ? null : Math.max(0, size - available - acquired);

/** The newest samples that hang together: back to the first gap or silence, newest first. */
function stretchOf(samples: readonly PoolSample[], backMs: number): Counts[] {
  const stretch: Counts[] = [];
  for (const sample of samples.toReversed()) {
    const [counts] = measured(sample);
    const after = stretch.at(-1);
    if (counts === undefined || (after && after.at_ms - counts.at_ms > poolRules.maxSilenceMs)) break;
    if (stretch[0] && stretch[0].at_ms - counts.at_ms > backMs) break;
    stretch.push(counts);
  }
  return stretch;
}

/** Since when something holds without a break, as far as the stretch goes back. */
function sinceOf(stretch: readonly Counts[], holds: (counts: Counts) => boolean): number | null {
  const end = stretch.findIndex((counts) => !holds(counts));
  return (end === -1 ? stretch.at(-1) : stretch[end - 1])?.at_ms ?? null;
}

function drainOf(stretch: readonly Counts[]): { perMinute: number; minutesLeft: number } | undefined {
  const [newest, oldest] = [stretch[0], stretch.at(-1)];
  if (newest === undefined || oldest === undefined) return undefined;
  const minutes = (newest.at_ms - oldest.at_ms) / 60_000;
  const taken = oldest.available - newest.available;
  if (minutes * 60_000 < poolRules.leastDrainMs || taken <= 0) return undefined;
  const perMinute = taken / minutes;
  return { perMinute, minutesLeft: newest.available / perMinute };
}

/** How long what a pool has lasts as it goes now: by the last ten minutes that were measured without a break. */
export type PoolOutlook =
  | { readonly kind: "emptying"; readonly minutesLeft: number; readonly perMinute: number }
  | { readonly kind: "lasting" | "unknown" };

/** The outlook from samples, oldest first. */
export function poolOutlook(samples: readonly PoolSample[]): PoolOutlook {
  const recent = stretchOf(samples, poolRules.drainMs);
  const [newest, oldest] = [recent[0], recent.at(-1)];
  if (newest === undefined || oldest === undefined) return { kind: "unknown" };
  if (newest.at_ms - oldest.at_ms < poolRules.leastDrainMs) return { kind: "unknown" };
  const drain = drainOf(recent);
  return drain === undefined ? { kind: "lasting" } : { kind: "emptying", ...drain };
}

function itemOf({ id, name, samples }: PoolFacts): PoolItem[] {
  const stretch = stretchOf(samples, 3_600_000);
  const now = stretch[0];
  if (now === undefined) return [];
  const unfilled = unfilledOf(now);
  const short = unfilled !== null && unfilled > 0;
  const shortSinceMs = short ? sinceOf(stretch, (counts) => (unfilledOf(counts) ?? 0) > 0) : null;
  const lately = stretch.filter((counts) => now.at_ms - counts.at_ms <= poolRules.cannotFillMs + 15_000);
  const start = lately.at(-1);
  const watchedMs = now.at_ms - (start?.at_ms ?? now.at_ms);
  const unfilledAtStart = start === undefined ? null : unfilledOf(start);
  const stalled =
    short &&
    watchedMs >= poolRules.cannotFillMs &&
    lately.every(
      (counts) => (unfilledOf(counts) ?? 0) >= (unfilledAtStart ?? 1) && (unfilledOf(counts) ?? 0) > 0,
    );
  const recent = stretch.filter((counts) => now.at_ms - counts.at_ms <= poolRules.drainMs);
  const drain = drainOf(recent);
  const facts = {
    id: `pool:${id}`,
    kind: "pool",
    pool_id: id,
    name,
    available: now.available,
    acquired: now.acquired,
    size: now.size,
    unfilled,
    sampled_at_ms: now.at_ms,
    drain_per_minute: null,
    minutes_left: null,
    unfilled_at_start: null,
  } as const;
  const emptySinceMs = sinceOf(stretch, (counts) => counts.available === 0);
  const from = (list: readonly Counts[]) => ({ from_ms: list.at(-1)?.at_ms ?? null, samples: list.length });
  if (stalled)
    return [
      {
        ...facts,
        ...from(lately),
        state: "cannot_fill",
        severity: now.available === 0 ? "critical" : "serious",
        sure: "likely",
        since_ms: shortSinceMs,
        unfilled_at_start: unfilledAtStart,
      },
    ];
  if (now.available === 0 && short)
    return [
      {
        ...facts,
        ...from(stretch),
        state: "empty",
        severity: "critical",
        sure: "certain",
        since_ms: emptySinceMs,
      },
    ];
  if (now.available === 0 && now.acquired > 0)
    return [
      {
        ...facts,
        ...from(stretch),
        state: "acquired",
        severity: "serious",
        sure: "certain",
        since_ms: emptySinceMs,
      },
    ];
  if (drain !== undefined && drain.minutesLeft <= poolRules.soonMinutes)
    return [
      {
        ...facts,
        ...from(recent),
        state: "emptying",
        severity: drain.minutesLeft <= 5 ? "serious" : "notice",
        sure: "guess",
        since_ms: recent.at(-1)?.at_ms ?? null,
        drain_per_minute: drain.perMinute,
        minutes_left: drain.minutesLeft,
      },
    ];
  return [];
}

export const poolItems = ({ pools }: AttentionFacts): PoolItem[] => pools.flatMap(itemOf);
