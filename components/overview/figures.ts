// The figures of the overview, computed from the lists alone, each with the scope it covers. Pure.
import { type Attention, itemsOf } from "@/lib/bff/attention";
import type { PoolHistory } from "@/lib/bff/history";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import type { Pool } from "@/lib/contract/pools";
import { formatAge } from "@/lib/format/duration";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { figureRowTexts, figuresTexts } from "./overview-messages.ts";

/** The part of a list that was read. */
export interface Read<Item> {
  items: readonly Item[];
  paging?: { hasMore: boolean } | undefined;
  /** Items that could not be parsed. */
  bad?: readonly unknown[] | undefined;
}

/** `17`, or `100+` if the list has further pages. */
export const countText = ({ items, paging }: Read<unknown>): string =>
  `${items.length}${paging?.hasMore ? "+" : ""}`;

/** What a count leaves out: `of the newest 100`, `2 cannot be read`; undefined if nothing. */
export function missingOf({ items, paging, bad = [] }: Read<unknown>): string | undefined {
  const parts = [
    ...(paging?.hasMore ? [figuresTexts.ofTheNewest(items.length)] : []),
    ...(bad.length === 0 ? [] : [figuresTexts.cannotBeRead(formatCount(bad.length))]),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** The pools a sum covers: `in 3 pools`, `in the first 100 pools`. */
export function formatPoolCount({ items, paging, bad = [] }: Read<Pool>): string {
  const count = formatCountOf(items.length, "pool");
  const unread = bad.length === 0 ? "" : figuresTexts.andCannotBeRead(formatCount(bad.length));
  return `${figuresTexts.readRows(paging?.hasMore === true, count)}${unread}`;
}

/** Link to the failed invocations a series counts: those started since its beginning. */
export const failedPath = ({ since_ms }: Pick<InvocationSeries, "since_ms">): string =>
  paths.invocations({ status: "failed", since: new Date(since_ms).toISOString() });

/** How many failed invocations of a series were cut short by a stop of the service; undefined if the
 *  attention item covers another period. */
export function cutShort(
  { since_ms }: Pick<InvocationSeries, "since_ms">,
  attention: Attention | undefined,
): number | undefined {
  const cut = (attention === undefined ? [] : itemsOf(attention)).flatMap((item) =>
    item.kind === "interrupted" && item.from_ms === since_ms ? item.invocations : [],
  );
  return cut.length === 0 ? undefined : cut.reduce((sum, invocations) => sum + invocations);
}

/** How long the queue had waited when it was last read, and whether that is all: `oldest 10 min, not all are recorded`. */
export const formatQueued = ({ oldest_queued_ms, read_at_ms, complete }: Attention["open"]): string =>
  [
    ...(oldest_queued_ms === null || read_at_ms === null
      ? []
      : [figureRowTexts.oldest(formatAge(Math.max(0, read_at_ms - oldest_queued_ms)))]),
    ...(complete ? [] : [figureRowTexts.notAllAreRecorded]),
  ].join(", ");

/** When the newest sample of any pool was recorded; undefined before the first. */
export function newestSampleMs(pools: PoolHistory["pools"]): number | undefined {
  const times = pools.flatMap(
    ({ samples }) => samples.findLast(({ available }) => available !== null)?.at_ms ?? [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

/** When the oldest sample of any pool was recorded; undefined before the first. */
export function oldestSampleMs(pools: PoolHistory["pools"]): number | undefined {
  const times = pools.flatMap(
    ({ samples }) => samples.find(({ available }) => available !== null)?.at_ms ?? [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

export interface Capacity {
  available: number;
  acquired: number;
  /** Sum of the known sizes; undefined if any pool's size is unknown. */
  size: number | undefined;
  /** Over the pools with a known size. */
  unfilled: number;
}

/** `3 missing`, with the pools it covers where that is not all; empty where no browser is missing. */
export const formatUnfilled = ({ unfilled, size }: Capacity, more: string): string[] =>
  unfilled === 0
    ? []
    : [
        `${figuresTexts.missing(`${formatCount(unfilled)}${more}`)}${size === undefined ? figuresTexts.whereTheSizeIsKnown : ""}`,
      ];

/** The pools that the available browsers are counted in, and how many are missing: `in 5 pools, 3 missing`. */
export const formatRoom = (pools: Read<Pool>, more: string): string =>
  [formatPoolCount(pools), ...formatUnfilled(capacity(pools.items), more)].join(", ");

/** Browsers missing from a pool's size; 0 where the size is unknown. */
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
