"use client";

import { useQuery } from "@tanstack/react-query";
import { useClockText } from "@/components/ui/use-now";
import { formatAge } from "@/lib/format/duration";
import { paces } from "@/lib/paces";
import { attentionQueries } from "@/lib/queries/attention";
import { poolLeadTexts } from "../pool-on-demand-messages.ts";

/** The proxy behind the trouble of a pool, as the overview has it, in a sentence; undefined: none, or not known yet. */
export function usePoolCause(poolId: string): { proxyId: string; text: string } | undefined {
  const attention = useQuery({ ...attentionQueries.counted(), refetchInterval: paces.refresh.countsMs });
  const cause = attention.data?.data.entries.find(({ symptoms }) =>
    symptoms.some((item) => item.kind === "pool" && item.pool_id === poolId),
  )?.cause;
  const proxy = cause?.kind === "proxy" ? cause : undefined;
  const sinceMs = proxy?.since_ms ?? undefined;
  const age = useClockText((nowMs) => (sinceMs === undefined ? "" : formatAge(nowMs - sinceMs)), "");
  if (proxy === undefined) return undefined;
  const name = proxy.name ?? proxy.proxy_id;
  return {
    proxyId: proxy.proxy_id,
    text:
      proxy.state === "flapping"
        ? poolLeadTexts.proxyGoesUpAndDown(name)
        : poolLeadTexts.proxyIsDown(name, age),
  };
}
