// The figures of the overview, computed from what the lists say and nothing else. Each says of what it is.
import type { Attention } from "@/lib/bff/attention";
import type { PoolHistory } from "@/lib/bff/history";
import type { RunSeries } from "@/lib/bff/run-history";
import type { Invocation } from "@/lib/contract/invocations";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { parseInstant } from "@/lib/format/rfc3339";
import { paths } from "@/lib/paths";

/** A list as far as it was read. */
export interface Read<Item> {
  items: readonly Item[];
  paging?: { hasMore: boolean } | undefined;
  /** What could not be read of it. */
  bad?: readonly unknown[] | undefined;
}

/** `17`, or `100+` when the list goes on behind what was read. */
export const countText = ({ items, paging }: Read<unknown>): string =>
  `${items.length}${paging?.hasMore ? "+" : ""}`;

/** Completeness in words. */
export function completeness({ items, paging, bad = [] }: Read<unknown>): string {
  const unread = bad.length === 0 ? "" : `${formatCount(bad.length)} unreadable left out`;
  if (!paging?.hasMore) return unread || "complete";
  return [`of the newest ${items.length}`, unread].filter((part) => part !== "").join(", ");
}

/** Of which pools a sum is: `3 pools · complete`, `of the first 100 pools`. */
export function poolsWords({ items, paging, bad }: Read<Pool>): string {
  const count = `${formatCount(items.length)} ${items.length === 1 ? "pool" : "pools"}`;
  return paging?.hasMore ? `of the first ${count}` : `${count} · ${completeness({ items, bad })}`;
}

/** The run that waits longest. */
export interface OldestQueued {
  /** When it was queued, epoch milliseconds. */
  atMs: number;
  /** Of which runs it is the oldest. */
  words: string;
}

/**
 * The oldest of a queue; undefined when none waits. The API lists the newest: where the list goes on behind them, the
 * oldest is the one that the mirror knows, and where it names none, that of the newest.
 */
export function oldestQueued(
  queued: Read<Invocation>,
  attention: Attention | undefined,
): OldestQueued | undefined {
  const starts = queued.items.flatMap((run) => parseInstant(run.started_at ?? "")?.epochMs ?? []);
  if (starts.length === 0) return undefined;
  const atMs = Math.min(...starts);
  if (!queued.paging?.hasMore) return { atMs, words: "oldest" };
  const known = attention?.items.find((item) => item.kind === "waiting")?.oldest.started_at_ms;
  return known !== undefined && known <= atMs
    ? { atMs: known, words: "oldest, as recorded," }
    : { atMs, words: `oldest of the newest ${formatCount(queued.items.length)}` };
}

/** The failed runs that a series counts: those that started from its first moment on. */
export const failedPath = ({ since_ms }: Pick<RunSeries, "since_ms">): string =>
  paths.invocations({ status: "failed", since: new Date(since_ms).toISOString() });

/** How many of a series' failed runs the service cut short by stopping; undefined: not told of the same time. */
export function cutShort(
  { since_ms }: Pick<RunSeries, "since_ms">,
  attention: Attention | undefined,
): number | undefined {
  const told = attention?.items.find((item) => item.kind === "interrupted");
  return told?.from_ms === since_ms ? told.runs : undefined;
}

/** When the newest counts of any pool were recorded; undefined before the first. */
export function newestSampleMs(pools: PoolHistory["pools"]): number | undefined {
  const times = pools.flatMap(
    ({ samples }) => samples.findLast(({ available }) => available !== null)?.at_ms ?? [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

export interface Capacity {
  available: number;
  acquired: number;
  /** Sum of the sizes that are told; undefined when a pool tells none. */
  size: number | undefined;
  /** Of the pools that tell their size. */
  unfilled: number;
}

/** `3 unfilled`, of which pools where that is not all. */
export const unfilledWords = ({ unfilled, size }: Capacity, more: string): string =>
  `${formatCount(unfilled)}${more} unfilled${size === undefined ? " where the size is told" : ""}`;

/** Browsers a pool lacks to its size; 0 where no size is told. */
export const unfilledOf = (pool: Pool): number =>
  Math.max(0, (pool.browser_pool_config.size ?? 0) - pool.available_count - pool.acquired_count);

export function capacity(pools: readonly Pool[]): Capacity {
  const sizes = pools.map((pool) => pool.browser_pool_config.size);
  return {
    available: pools.reduce((sum, pool) => sum + pool.available_count, 0),
    acquired: pools.reduce((sum, pool) => sum + pool.acquired_count, 0),
    size: sizes.every((size) => typeof size === "number")
      ? sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
      : undefined,
    unfilled: pools.reduce((sum, pool) => sum + unfilledOf(pool), 0),
  };
}
