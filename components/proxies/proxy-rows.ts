import * as z from "zod/mini";
import {
  type ColumnSort,
  columnSortOf,
  compareNumbers,
  pressedSort,
} from "@/components/data-table/column-sort";
import type { ProxyHistory } from "@/lib/bff/proxies";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { isFlapping } from "@/lib/insight/flap";
import type { CheckStripRange } from "./check-marks.ts";
import { nameOf } from "./proxy-location.ts";

/** One row: the proxy as listed by the API, and its recorded checks. */
export interface ProxyRow {
  readonly proxy: FleetProxy;
  /** Its recorded checks; undefined: none in the range, or not loaded yet. */
  readonly past: ProxyHistory["proxies"][number] | undefined;
  /** The range of the history; undefined while loading. */
  readonly range: CheckStripRange | undefined;
  readonly rangeLabel: string;
  readonly pinned: boolean;
}

/** The API's ranking of how well a type passes for an ordinary visitor, best first. */
export const byQuality: readonly string[] = ["mobile", "residential", "isp", "datacenter"];

/** 1 for the best type; undefined for a custom or unknown one, which the API does not rank. */
export function qualityRank(type: string): number | undefined {
  const at = byQuality.indexOf(type);
  return at === -1 ? undefined : at + 1;
}

/** What the list can be narrowed to; `unchecked`: without a status. */
export const proxyStates = ["unavailable", "available", "unchecked"] as const;
export type ProxyState = (typeof proxyStates)[number];

export const isInState = ({ status }: FleetProxy, state: ProxyState): boolean =>
  (status || "unchecked") === state;

/** Columns that sort besides the status, in the URL; with a minus in descending order. */
const sortKeys = ["name", "type", "last_checked", "uptime", "flap"] as const;
const sortedColumns = ["status", ...sortKeys] as const;
type SortedColumn = (typeof sortedColumns)[number];
export const proxySort = z.enum([
  ...sortKeys,
  "-name",
  "-type",
  "-last_checked",
  "-uptime",
  "-flap",
  "-status",
]);
export type ProxySort = z.infer<typeof proxySort>;

/** The column and direction of a sort; by default proxies in trouble first. */
export const sortedBy = (sort: ProxySort | undefined): ColumnSort<SortedColumn> =>
  columnSortOf(sort, sortedColumns, "status");

/** The sort after the header of a column was pressed; undefined: the default. */
export const nextSort = (sort: ProxySort | undefined, columnId: string): ProxySort | undefined =>
  proxySort.safeParse(pressedSort(sortedBy(sort), columnId)).data;

/** The worst first: unavailable, flapping, without a known verdict, available. */
function troubleOf({ proxy, past }: ProxyRow): number {
  if (proxy.status === "unavailable") return 0;
  if (isFlapping(past?.summary.flap ?? null)) return 1;
  return proxy.status === "available" ? 3 : 2;
}

/** Made with the first rows: it takes some milliseconds, in which the page would not be drawn. */
let collator: Intl.Collator | undefined;
/** Also of one language, whatever the browser's: `gateway-2` before `gateway-10`. */
function compareNames(a: ProxyRow, b: ProxyRow): number {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(nameOf(a.proxy), nameOf(b.proxy));
}
const comparePins = (a: ProxyRow, b: ProxyRow) => Number(b.pinned) - Number(a.pinned);

/** What a column sorts by, ascending; the best type first. */
const figureOf = {
  status: troubleOf,
  type: ({ proxy }) => qualityRank(proxy.type ?? ""),
  last_checked: ({ proxy }) => (proxy.last_checked ? Date.parse(proxy.last_checked) : undefined),
  uptime: ({ past }) => past?.summary.uptime ?? undefined,
  flap: ({ past }) => past?.summary.flap ?? undefined,
} as const satisfies Record<Exclude<SortedColumn, "name">, (row: ProxyRow) => number | undefined>;

/** The rows in an order; equal ones with the pinned ones first, then by name. */
export function sortedRows(rows: readonly ProxyRow[], sort: ProxySort | undefined): readonly ProxyRow[] {
  const { by, descending } = sortedBy(sort);
  if (by === "name") return rows.toSorted((a, b) => (descending ? compareNames(b, a) : compareNames(a, b)));
  const figure = figureOf[by];
  return rows.toSorted(
    (a, b) => compareNumbers(figure(a), figure(b), descending) || comparePins(a, b) || compareNames(a, b),
  );
}
