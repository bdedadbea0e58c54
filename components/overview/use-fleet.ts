"use client";

import { useQuery } from "@tanstack/react-query";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationQueries } from "@/lib/queries/invocations";
import { poolQueries } from "@/lib/queries/pools";
import { proxyQueries } from "@/lib/queries/proxies";

const limit = 100;
/** Of the last hour: beyond this the numbers say that they are of the newest only. */
const recentAtMost = 2_000;
const refetchInterval = 5_000;
/** Between two readings of a list that takes several requests. */
const longListEveryMs = 15_000;

/** The lists behind the overview, as one screen: each may fail or age on its own. */
export function useFleet() {
  const recent = useQuery({
    ...invocationQueries.newest({ since: "1h" }, recentAtMost),
    refetchInterval: ({ state }) =>
      (state.data?.items.length ?? 0) > limit ? longListEveryMs : refetchInterval,
  });
  const running = useQuery({ ...invocationQueries.list({ status: "running", limit }), refetchInterval });
  const queued = useQuery({ ...invocationQueries.list({ status: "queued", limit }), refetchInterval });
  const browsers = useQuery({ ...browserQueries.list({ status: "active", limit }), refetchInterval });
  const pools = useQuery({ ...poolQueries.list(), refetchInterval });
  const proxies = useQuery({ ...proxyQueries.list(), refetchInterval });
  const all = [recent, running, queued, browsers, pools, proxies];
  // An API without a list of sessions or proxies is no failure of this page.
  const failed = [recent, running, queued, pools].find((query) => query.error !== null);
  // The oldest answer that could not be renewed; one stale list is enough to mistrust the page.
  const stale = all
    .flatMap(({ data }) =>
      data?.stale === undefined ? [] : [{ reason: data.stale, readAtMs: data.observedAtMs }],
    )
    .sort((a, b) => a.readAtMs - b.readAtMs)[0];
  return {
    stale,
    recent,
    running,
    queued,
    browsers,
    pools,
    proxies,
    error: failed?.error ?? undefined,
    retry: () => void Promise.all(all.map((query) => query.refetch())),
    retrying: all.some((query) => query.isFetching),
  };
}

export type Fleet = ReturnType<typeof useFleet>;
