import * as z from "zod/mini";
import type { ProxyRow } from "./proxy-row.ts";
import { qualityRank } from "./quality-rank.ts";

/** The orders of the list; without one it is the API's own. */
export const proxyOrders = ["quality", "uptime", "flap", "checked"] as const;
export const proxyOrder = z.enum(proxyOrders);
export type ProxyOrder = z.infer<typeof proxyOrder>;

/** What rows are compared by, least first; undefined stands last. */
const figureOf = {
  quality: ({ proxy }) => qualityRank(proxy.type ?? ""),
  uptime: ({ past }) => past?.summary.uptime ?? undefined,
  flap: ({ past }) => (past?.summary.flap == null ? undefined : -past.summary.flap),
  checked: ({ proxy }) => (proxy.last_checked ? -Date.parse(proxy.last_checked) : undefined),
} as const satisfies Record<ProxyOrder, (row: ProxyRow) => number | undefined>;

/**
 * Rows with the pinned ones first, then by what needs eyes: best quality, least uptime, most flapping or newest check
 * first. What has no figure stands last; equal ones keep the API's order.
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
