"use client";

import { useQuery } from "@tanstack/react-query";
import { useClockText } from "@/components/ui/use-now";
import { pageLimit } from "@/lib/contract/paging";
import { paces } from "@/lib/paces";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";
import { invocationQueries } from "@/lib/queries/invocations";
import { poolQueries } from "@/lib/queries/pools";
import { sinceOfRange } from "./overview-search-params.ts";

const limit = pageLimit.max;
const refetchInterval = paces.refresh.figuresMs;

/** The lists behind the overview; each can fail or be stale independently. */
export function useFleet() {
  const sinceMs = Number(useClockText((nowMs) => String(sinceOfRange("1h", nowMs)), "0"));
  const hour = useQuery({
    ...invocationHistoryQueries.series({ since_ms: sinceMs }),
    enabled: sinceMs > 0,
    refetchInterval,
  });
  const running = useQuery({ ...invocationQueries.list({ status: "running", limit }), refetchInterval });
  const queued = useQuery({ ...invocationQueries.list({ status: "queued", limit }), refetchInterval });
  const browsers = useQuery({ ...browserQueries.list({ status: "active", limit }), refetchInterval });
  const pools = useQuery({ ...poolQueries.list({ limit }), refetchInterval });
  const all = [running, queued, browsers, pools];
  // Browsers are left out: the operation is optional in the API.
  const failed = [hour, running, queued, pools].find((query) => query.error !== null);
  // The oldest stale response; one stale list marks the page as stale.
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
