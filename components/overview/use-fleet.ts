"use client";

import { useQuery } from "@tanstack/react-query";
import { useClockText } from "@/components/ui/use-now";
import { pageLimit } from "@/lib/contract/paging";
import { readFailure } from "@/lib/format/error-message";
import { paces } from "@/lib/paces";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";
import { poolQueries } from "@/lib/queries/pools";
import { type OverviewRange, sinceOfRange } from "./overview-search-params.ts";

const limit = pageLimit.max;
const refetchInterval = paces.refresh.figuresMs;

/** The recorded series of a range and the lists behind the overview; each can fail or be stale independently. */
export function useFleet(range: OverviewRange) {
  const sinceMs = Number(useClockText((nowMs) => String(sinceOfRange(range, nowMs)), "0"));
  const series = useQuery({
    ...invocationHistoryQueries.series({ since_ms: sinceMs }),
    enabled: sinceMs > 0,
    refetchInterval,
  });
  const browsers = useQuery({ ...browserQueries.list({ status: "active", limit }), refetchInterval });
  const pools = useQuery({ ...poolQueries.list({ limit }), refetchInterval });
  const lists = [browsers, pools];
  // Browsers are left out: the operation is optional in the API.
  const failed = [series, pools].find((query) => query.error !== null);
  // The oldest stale response; one stale list, or one that cannot be read again, marks the page as stale.
  const stale = lists
    .flatMap(({ data, error }) => {
      const reason = data?.stale ?? (error === null ? undefined : readFailure(error).code);
      return data === undefined || reason === undefined ? [] : [{ reason, readAtMs: data.observedAtMs }];
    })
    .sort((a, b) => a.readAtMs - b.readAtMs)[0];
  return {
    stale,
    series,
    browsers,
    pools,
    error: failed?.error ?? undefined,
    retrying: failed?.isFetching === true,
  };
}

export type Fleet = ReturnType<typeof useFleet>;
