"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { usePins } from "@/components/inventory/use-pins";
import { formatPeriod, periodMs } from "@/lib/charts/periods";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { proxyQueries } from "@/lib/queries/proxies";
import { stripRangeOf } from "./check-marks.ts";
import { formatBound, type HistoryRange, refreshMsOf } from "./proxy-range.ts";
import { type ProxyRow, type ProxySort, sortedRows } from "./proxy-rows.ts";

/**
 * The listed proxies with their recorded checks, sorted. `failed`: the history could not be read; `bound`:
 * the part of its range it leaves out.
 */
export function useProxyRows(
  proxies: readonly FleetProxy[] | undefined,
  range: HistoryRange,
  sort: ProxySort | undefined,
): { rows: readonly ProxyRow[] | undefined; failed: Error | null; bound: string | undefined } {
  const pins = usePins("proxy");
  const query = useQuery({ ...proxyQueries.history(periodMs[range]), refetchInterval: refreshMsOf(range) });
  const read = query.isPlaceholderData ? undefined : query.data?.data;
  // It changes all rows at once: a key that is pressed meanwhile does not wait for their drawing.
  const deferred = useDeferredValue(useMemo(() => ({ range, history: read }), [range, read]));
  // What is deferred is of the range before for a moment, and not drawn as of this one.
  const history = deferred.range === range ? deferred.history : undefined;
  const rows = useMemo(() => {
    const pasts = new Map(history?.proxies.map((past) => [past.proxy_id, past]));
    const span = history && stripRangeOf(history);
    const made = proxies?.map((proxy) => ({
      proxy,
      past: pasts.get(proxy.id),
      range: span,
      rangeLabel: formatPeriod(range),
      pinned: pins.has(proxy.id),
    }));
    return made && sortedRows(made, sort);
  }, [proxies, history, pins, range, sort]);
  return { rows, failed: query.error, bound: history && formatBound(history) };
}
