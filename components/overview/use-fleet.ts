"use client";

import { useQuery } from "@tanstack/react-query";
import { useClockText } from "@/components/ui/use-now";
import { pageLimit } from "@/lib/contract/paging";
import { paces } from "@/lib/paces";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationQueries } from "@/lib/queries/invocations";
import { poolQueries } from "@/lib/queries/pools";
import { runHistoryQueries } from "@/lib/queries/run-history";
import { sinceOfRange } from "./overview-screen.ts";

const limit = pageLimit.max;
const refetchInterval = paces.refresh.figuresMs;

/** The lists behind the overview, as one screen: each may fail or age on its own. */
export function useFleet() {
  const sinceMs = Number(useClockText((nowMs) => String(sinceOfRange("1h", nowMs)), "0"));
  const hour = useQuery({
    ...runHistoryQueries.series({ since_ms: sinceMs }),
    enabled: sinceMs > 0,
    refetchInterval,
  });
  const running = useQuery({ ...invocationQueries.list({ status: "running", limit }), refetchInterval });
  const queued = useQuery({ ...invocationQueries.list({ status: "queued", limit }), refetchInterval });
  const browsers = useQuery({ ...browserQueries.list({ status: "active", limit }), refetchInterval });
  const pools = useQuery({ ...poolQueries.list({ limit }), refetchInterval });
  const all = [running, queued, browsers, pools];
  // An API without a list of sessions or proxies is no failure of this page.
  const failed = [hour, running, queued, pools].find((query) => query.error !== null);
  // The oldest answer that could not be renewed; one stale list is enough to mistrust the page.
  const stale = all
    .flatMap(({ data }) =>
      data?.stale === undefined ? [] : [{ reason: data.stale, readAtMs: data.observedAtMs }],
    )
    .sort((a, b) => a.readAtMs - b.readAtMs)[0];
  return {
    stale,
    hour,
    running,
    queued,
    browsers,
    pools,
    error: failed?.error ?? undefined,
    retry: () => void Promise.all([hour, ...all].map((query) => query.refetch())),
    retrying: [hour, ...all].some((query) => query.isFetching),
  };
}

export type Fleet = ReturnType<typeof useFleet>;
