// The rows of the pools' table: each pool with its forecast and condition, and their order. Pure.
import * as z from "zod/mini";
import {
  type ColumnSort,
  columnSortOf,
  compareNumbers,
  pressedSort,
} from "@/components/data-table/column-sort";
import type { PoolPoint } from "@/lib/bff/history";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { percentPerMinute } from "@/lib/insight/fill-rate";
import {
  isInTrouble,
  minutesLeft,
  type PoolCondition,
  poolConditionOf,
  poolConditions,
} from "@/lib/insight/pool-condition";
import { capacityOf, nameOf, type PoolCapacity } from "./pool-capacity.ts";

export interface PoolRow {
  readonly pool: Pool;
  readonly name: string;
  readonly capacity: PoolCapacity;
  readonly condition: PoolCondition;
  /** Minutes until none is available; null: it is not emptying, undefined: not known. */
  readonly emptyIn: number | null | undefined;
  /** Browsers per minute; undefined: not known. */
  readonly taken: number | undefined;
  readonly filled: number | undefined;
  readonly fillRate: { readonly percent: number; readonly perMinute: number | undefined } | undefined;
  /** Recorded capacity, its times at the ends of half minutes, as drawn; undefined: not read yet. */
  readonly samples: readonly PoolPoint[] | undefined;
  readonly range: { readonly fromMs: number; readonly toMs: number } | undefined;
}

/** The row of a pool, with what was recorded of it. */
export function poolRowOf(
  pool: Pool,
  insight: PoolInsight | undefined,
  recorded: Pick<PoolRow, "samples" | "range">,
): PoolRow {
  const capacity = capacityOf(pool);
  const { size, fill_rate_per_minute: percent } = pool.browser_pool_config;
  const consumption = insight?.consumption;
  return {
    pool,
    name: nameOf(pool),
    capacity,
    condition: poolConditionOf(capacity, insight),
    emptyIn: minutesLeft(capacity, insight),
    taken: consumption?.taken_per_minute,
    filled: consumption == null ? undefined : consumption.started / Math.max(consumption.minutes, 1e-9),
    fillRate:
      percent == null
        ? undefined
        : { percent, perMinute: size == null ? undefined : percentPerMinute(percent, size) },
    ...recorded,
  };
}

/** What the list can be narrowed to. */
export const poolStates = ["trouble", "filling", "at_size"] as const;
export type PoolStateFilter = (typeof poolStates)[number];

const belowSize: ReadonlySet<PoolCondition> = new Set(["filling", "not_filled", "short"]);

export function isInState({ condition }: PoolRow, state: PoolStateFilter): boolean {
  if (state === "trouble") return isInTrouble(condition);
  return state === "filling" ? belowSize.has(condition) : condition === "at_size";
}

/** Columns that sort, in the URL; with a minus in descending order. */
const sortKeys = ["name", "available", "empty", "taken", "filled", "rate"] as const;
const sortedColumns = ["state", ...sortKeys] as const;
type SortedColumn = (typeof sortedColumns)[number];
export const poolSort = z.enum([
  ...sortKeys,
  "-name",
  "-available",
  "-empty",
  "-taken",
  "-filled",
  "-rate",
  "-state",
]);
export type PoolSort = z.infer<typeof poolSort>;

/** The column and direction of a sort; by default the worst pools first. */
export const sortedBy = (sort: PoolSort | undefined): ColumnSort<SortedColumn> =>
  columnSortOf(sort, sortedColumns, "state");

/** The sort after the header of a column was pressed; undefined: the default. */
export const nextSort = (sort: PoolSort | undefined, columnId: string): PoolSort | undefined =>
  poolSort.safeParse(pressedSort(sortedBy(sort), columnId)).data;

const compareNames = (a: PoolRow, b: PoolRow) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.pool.id < b.pool.id ? -1 : 1;

/** Never empty is later than any time. */
const emptyAt = ({ emptyIn }: PoolRow) => (emptyIn === null ? Number.POSITIVE_INFINITY : emptyIn);

const lacking = ({ capacity: { unfilled, size } }: PoolRow) =>
  unfilled === undefined ? undefined : unfilled / Math.max(1, size ?? 0);

/** The worst condition first; within one the soonest empty, then the largest missing share. */
const compareTrouble = (a: PoolRow, b: PoolRow, descending: boolean): number =>
  (poolConditions.indexOf(a.condition) - poolConditions.indexOf(b.condition)) * (descending ? -1 : 1) ||
  compareNumbers(emptyAt(a), emptyAt(b), descending) ||
  compareNumbers(lacking(a), lacking(b), !descending);

function compareBy(a: PoolRow, b: PoolRow, by: SortedColumn, descending: boolean): number {
  switch (by) {
    case "state":
      return compareTrouble(a, b, descending);
    case "name":
      return descending ? -compareNames(a, b) : compareNames(a, b);
    case "available":
      return compareNumbers(a.capacity.available, b.capacity.available, descending);
    case "empty":
      return compareNumbers(emptyAt(a), emptyAt(b), descending);
    case "taken":
      return compareNumbers(a.taken, b.taken, descending);
    case "filled":
      return compareNumbers(a.filled, b.filled, descending);
    case "rate":
      return compareNumbers(
        a.fillRate?.perMinute ?? a.fillRate?.percent,
        b.fillRate?.perMinute ?? b.fillRate?.percent,
        descending,
      );
  }
}

/** The rows in an order; equal ones stay as listed, which has pinned pools first. */
export function sortedRows(rows: readonly PoolRow[], sort: PoolSort | undefined): readonly PoolRow[] {
  const { by, descending } = sortedBy(sort);
  return rows.toSorted((a, b) => compareBy(a, b, by, descending));
}
