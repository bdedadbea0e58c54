"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePins } from "@/components/inventory/use-pins";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { proxyQueries } from "@/lib/queries/proxies";
import { ordered, type ProxyOrder } from "./proxy-order.ts";
import { boundWords, type HistoryRange, rangeMs, rangeWords, refreshMsOf } from "./proxy-range.ts";
import type { ProxyRow } from "./proxy-row.ts";

/**
 * The listed proxies with what is remembered of each, in order. `failed`: the history could not be read; `bound`: what
 * of its range it leaves out.
 */
export function useProxyRows(
  proxies: readonly FleetProxy[] | undefined,
  range: HistoryRange,
  order: ProxyOrder | undefined,
): { rows: readonly ProxyRow[] | undefined; failed: Error | null; bound: string | undefined } {
  const pins = usePins("proxy");
  const query = useQuery({ ...proxyQueries.history(rangeMs[range]), refetchInterval: refreshMsOf(range) });
  // What was read for another range is no answer for this one.
  const history = query.isPlaceholderData ? undefined : query.data?.data;
  const rows = useMemo(() => {
    const pasts = new Map(history?.proxies.map((past) => [past.proxy_id, past]));
    const span = history === undefined ? undefined : { sinceMs: history.since_ms, untilMs: history.until_ms };
    const made = proxies?.map((proxy) => ({
      proxy,
      past: pasts.get(proxy.id),
      range: span,
      rangeWords: rangeWords[range],
      pinned: pins.has(proxy.id),
    }));
    return made && ordered(made, order);
  }, [proxies, history, pins, range, order]);
  return { rows, failed: query.error, bound: history && boundWords(history) };
}
