import * as z from "zod/mini";
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

/** Orders of the list; `listed` is the API's, the default has proxies in trouble first. */
const proxyOrders = ["listed", "quality", "uptime", "flap", "checked"] as const;
export const proxyOrder = z.enum(proxyOrders);
export type ProxyOrder = z.infer<typeof proxyOrder>;

/** The worst first: unavailable, flapping, without a known verdict, available. */
function troubleOf({ proxy, past }: ProxyRow): number {
  if (proxy.status === "unavailable") return 0;
  if (isFlapping(past?.summary.flap ?? null)) return 1;
  return proxy.status === "available" ? 3 : 2;
}

const compareNames = (a: ProxyRow, b: ProxyRow) => nameOf(a.proxy).localeCompare(nameOf(b.proxy));

const comparePins = (a: ProxyRow, b: ProxyRow) => Number(b.pinned) - Number(a.pinned);

/** Sort keys, ascending; undefined sorts last. */
const figureOf = {
  listed: () => 0,
  quality: ({ proxy }) => qualityRank(proxy.type ?? ""),
  uptime: ({ past }) => past?.summary.uptime ?? undefined,
  flap: ({ past }) => (past?.summary.flap == null ? undefined : -past.summary.flap),
  checked: ({ proxy }) => (proxy.last_checked ? -Date.parse(proxy.last_checked) : undefined),
} as const satisfies Record<ProxyOrder, (row: ProxyRow) => number | undefined>;

/**
 * By default rows in trouble first, then pinned ones, then by name. In another order pinned ones first, then those with the
 * best quality, lowest uptime, most flapping or newest check; rows without a value last, equal ones as the API lists them.
 */
export function ordered(rows: readonly ProxyRow[], order: ProxyOrder | undefined): readonly ProxyRow[] {
  if (order === undefined)
    return rows.toSorted((a, b) => troubleOf(a) - troubleOf(b) || comparePins(a, b) || compareNames(a, b));
  const by = figureOf[order];
  return rows.toSorted((a, b) => {
    if (a.pinned !== b.pinned) return comparePins(a, b);
    return (by(a) ?? Number.POSITIVE_INFINITY) === (by(b) ?? Number.POSITIVE_INFINITY)
      ? 0
      : (by(a) ?? Number.POSITIVE_INFINITY) - (by(b) ?? Number.POSITIVE_INFINITY);
  });
}
