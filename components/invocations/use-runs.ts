"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatCount } from "@/lib/format/numbers";
import { invocationQueries } from "@/lib/queries/invocations";
import { apiFiltersOf, filterTextOf, type InvocationScreen, screenOfView } from "./invocation-screen.ts";
import { isNarrowed, narrow, newestRead } from "./narrowing.ts";
import type { FreshPage } from "./waiting-rows.ts";

const refreshMs = 2_000;
const readPageSize = 100;

/** How often many pages are read again: a read of twenty is as much work as twenty reads of one. */
const paceMs = (runs: number) => Math.max(refreshMs, Math.ceil(runs / readPageSize) * 1_000);

/** The runs of a page: as the API pages them, or, for filters it does not have, cut from the newest that were read. */
export function useRuns(
  screen: InvocationScreen,
  { limit, offset, live, enabled }: { limit: number; offset: number; live: boolean; enabled: boolean },
) {
  const filters = apiFiltersOf(screen);
  const narrowed = isNarrowed(screen);
  const paged = useQuery({
    ...invocationQueries.list({ ...filters, limit, offset }),
    enabled: enabled && !narrowed,
    refetchInterval: live ? refreshMs : false,
  });
  const newest = useQuery({
    ...invocationQueries.newest(filters, newestRead),
    enabled: enabled && narrowed,
    refetchInterval: live ? ({ state }) => paceMs(state.data?.items.length ?? 0) : false,
  });
  const query = narrowed ? newest : paged;
  const { data } = query;

  const filterText = filterTextOf(screen);
  const read = narrowed ? newest.data : undefined;
  const matching = useMemo(
    () => read && narrow(read.items, screenOfView(filterText), read.observedAtMs),
    [read, filterText],
  );
  const cut = useMemo(() => matching?.slice(offset, offset + limit), [matching, offset, limit]);

  const awaited = !narrowed && paged.isPlaceholderData;
  const hasMore = narrowed
    ? (matching?.length ?? 0) > offset + limit
    : (paged.data?.paging?.hasMore ?? false);
  const items = narrowed ? cut : paged.data?.items;
  const fresh: FreshPage | undefined = items && !awaited ? { items, hasMore } : undefined;
  return {
    query,
    narrowed,
    filters,
    filterText,
    items,
    fresh,
    hasMore,
    awaited,
    // Of a narrowed read they stand anywhere in it, so they are counted instead.
    bad: narrowed ? undefined : data?.bad,
    /** What a narrowed screen is a part of. */
    scope: read && matching ? scopeOf(read, matching.length) : undefined,
  };
}

function scopeOf(
  read: { items: readonly unknown[]; bad: readonly unknown[]; paging: { hasMore: boolean } | undefined },
  matching: number,
): string {
  const count = formatCount(read.items.length);
  const more = read.paging?.hasMore === true;
  const unreadable = read.bad.length === 0 ? "" : `; ${formatCount(read.bad.length)} could not be read`;
  return more
    ? `${formatCount(matching)} of the newest ${count} read match, older ones were not looked at${unreadable}`
    : `${formatCount(matching)} of all ${count} read match, complete${unreadable}`;
}
