"use client";

import { useQuery } from "@tanstack/react-query";
import { useClockText } from "@/components/ui/use-now";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { formatAge } from "@/lib/format/duration";
import { visibleMarks } from "@/lib/format/visible-marks";
import { isKeptShort, poolConditionOf } from "@/lib/insight/pool-condition";
import { paces } from "@/lib/paces";
import { attentionQueries } from "@/lib/queries/attention";
import { capacityOf } from "../pool-capacity.ts";
import { poolLeadTexts } from "../pool-on-demand-messages.ts";

/**
 * The proxy because of which a pool lacks browsers, as the overview has it, in a sentence; undefined: none, not known yet, or the
 * pool lacks none by its newest counts.
 */
export function usePoolCause(
  pool: Pool,
  insight: PoolInsight | undefined,
): { proxyId: string; text: string } | undefined {
  const condition = poolConditionOf(capacityOf(pool), insight);
  const attention = useQuery({ ...attentionQueries.counted(), refetchInterval: paces.refresh.countsMs });
  const cause = attention.data?.data.entries.find(({ symptoms }) =>
    symptoms.some((item) => item.kind === "pool" && item.pool_id === pool.id),
  )?.cause;
  const proxy = cause?.kind === "proxy" ? cause : undefined;
  const sinceMs = proxy?.since_ms ?? undefined;
  const age = useClockText((nowMs) => (sinceMs === undefined ? "" : formatAge(nowMs - sinceMs)), "");
  if (proxy === undefined || !isKeptShort(condition)) return undefined;
  const name = visibleMarks(proxy.name ?? proxy.proxy_id);
  return {
    proxyId: proxy.proxy_id,
    text:
      proxy.state === "flapping"
        ? poolLeadTexts.proxyGoesUpAndDown(name)
        : poolLeadTexts.proxyIsDown(name, age),
  };
}
