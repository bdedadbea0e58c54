import * as z from "zod/mini";
import type { ProxyHistory } from "@/lib/bff/proxies";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import type { CheckStripRange } from "./check-marks.ts";

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

/** Orders of the list; the default is the API's. */
export const proxyOrders = ["quality", "uptime", "flap", "checked"] as const;
export const proxyOrder = z.enum(proxyOrders);
export type ProxyOrder = z.infer<typeof proxyOrder>;

/** Sort keys, ascending; undefined sorts last. */
const figureOf = {
  quality: ({ proxy }) => qualityRank(proxy.type ?? ""),
  uptime: ({ past }) => past?.summary.uptime ?? undefined,
  flap: ({ past }) => (past?.summary.flap == null ? undefined : -past.summary.flap),
  checked: ({ proxy }) => (proxy.last_checked ? -Date.parse(proxy.last_checked) : undefined),
} as const satisfies Record<ProxyOrder, (row: ProxyRow) => number | undefined>;

/**
 * Rows with the pinned ones first, then by urgency: best quality, lowest uptime, most flapping or newest
 * check first. Rows without a value come last; equal ones stay in the API's order.
 */
export function ordered(rows: readonly ProxyRow[], order: ProxyOrder | undefined): readonly ProxyRow[] {
  const by = order === undefined ? () => 0 : figureOf[order];
  return [...rows].sort((a, b) => {
    if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
    return (by(a) ?? Number.POSITIVE_INFINITY) === (by(b) ?? Number.POSITIVE_INFINITY)
      ? 0
      : (by(a) ?? Number.POSITIVE_INFINITY) - (by(b) ?? Number.POSITIVE_INFINITY);
  });
}
