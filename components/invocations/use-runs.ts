"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { invocationOf } from "@/lib/bff/recorded-invocation";
import { formatAge } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { invocationQueries } from "@/lib/queries/invocations";
import { type RecordedRuns, recordedRunsQuery } from "@/lib/queries/recorded-runs";
import { apiFiltersOf, filterTextOf, type InvocationScreen, screenOfView } from "./invocation-screen.ts";
import { mirrorQuestion } from "./mirror-question.ts";
import { isNarrowed, narrow, newestRead } from "./narrowing.ts";
import { type RecordState, runsSourceOf } from "./runs-source.ts";
import type { FreshPage } from "./waiting-rows.ts";

const readPageSize = 100;

/** How often many pages are read again: a read of twenty is as much work as twenty reads of one. */
function paceOf(
  read: { items: readonly unknown[]; paging: { hasMore: boolean } | undefined } | undefined,
  isRecorded: boolean,
): number {
  if (isRecorded && read?.paging?.hasMore) return paces.refresh.cutShortMs;
  return Math.max(
    paces.refresh.listMs,
    Math.ceil((read?.items.length ?? 0) / readPageSize) * paces.refresh.perPageMs,
  );
}

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
    refetchInterval: live ? paces.refresh.listMs : false,
  });
  // More runs than are read: the dashboard's own record reaches further, where it knows the filters.
  const question = narrowed ? mirrorQuestion(screen) : undefined;
  const newest = useQuery({
    ...invocationQueries.newest(filters, newestRead),
    enabled: enabled && narrowed,
    refetchInterval: live ? ({ state }) => paceOf(state.data, question !== undefined) : false,
  });
  const isRecordAsked = question !== undefined && newest.data?.paging?.hasMore === true;
  const recorded = useQuery({
    ...recordedRunsQuery(question ?? {}, screen.since, offset + limit),
    enabled: enabled && isRecordAsked,
    refetchInterval: live ? paces.refresh.recordedMs : false,
  });

  const filterText = filterTextOf(screen);
  const read = narrowed ? newest.data : undefined;
  const matching = useMemo(
    () => read && narrow(read.items, screenOfView(filterText), read.observedAtMs),
    [read, filterText],
  );
  const known = isRecordAsked ? recorded.data : undefined;
  const source = runsSourceOf({
    narrowed,
    record: isRecordAsked ? recordState(known) : "unasked",
    matching: matching?.length ?? 0,
    offset,
  });
  const fromRecord = source === "record" && known !== undefined;
  const cut = useMemo(
    () => (fromRecord ? known.runs.map(invocationOf) : matching)?.slice(offset, offset + limit),
    [fromRecord, known, matching, offset, limit],
  );

  const query = { api: paged, newest, record: recorded, "record-awaited": recorded }[source];
  // The newest that stand in for the record do not hide that it failed.
  const failing = query.error === null && isRecordAsked ? recorded : query;
  const isUnanswered = source === "record-awaited";
  const awaited = isUnanswered ? recorded.error === null : source === "api" && paged.isPlaceholderData;
  const hasMore = fromRecord
    ? known.hasMore
    : narrowed
      ? !isUnanswered && (matching?.length ?? 0) > offset + limit
      : (paged.data?.paging?.hasMore ?? false);
  const items = isUnanswered ? undefined : narrowed ? cut : paged.data?.items;
  const fresh: FreshPage | undefined = items && !awaited ? { items, hasMore } : undefined;
  return {
    data: query.data,
    error: failing.error ?? undefined,
    retry: () => void failing.refetch(),
    retrying: failing.isFetching,
    /** Who answers. */
    source,
    filters,
    filterText,
    items,
    fresh,
    hasMore,
    awaited,
    // Of a narrowed read they stand anywhere in it, so they are counted instead.
    bad: narrowed ? undefined : paged.data?.bad,
    /** What a narrowed screen is a part of. */
    scope: fromRecord
      ? recordedScope(known)
      : source === "newest" && read && matching
        ? scopeOf(read, matching.length, question !== undefined)
        : undefined,
    /** What the rows answer, where they come from the dashboard's own record. */
    record:
      (fromRecord || isUnanswered) && question !== undefined ? { question, since: screen.since } : undefined,
  };
}

function recordState(known: RecordedRuns | undefined): RecordState {
  if (known === undefined) return "awaited";
  return known.began_at_ms === null ? "empty" : "answered";
}

function scopeOf(
  read: { items: readonly unknown[]; bad: readonly unknown[]; paging: { hasMore: boolean } | undefined },
  matching: number,
  isRecordable: boolean,
): string {
  const count = formatCount(read.items.length);
  const more = read.paging?.hasMore === true;
  const unreadable = read.bad.length === 0 ? "" : `; ${formatCount(read.bad.length)} could not be read`;
  return more
    ? `${formatCount(matching)} of the newest ${count} read match, older ones were not looked at${isRecordable ? "" : ", as the recorder does not keep what one of the filters asks"}${unreadable}`
    : `${formatCount(matching)} of all ${count} read match, complete${unreadable}`;
}

/** What the record holds of the time asked for, in words. */
function recordedScope({
  complete,
  gaps,
  complete_from_ms: fromMs,
  searchedToMs,
  observedAtMs,
}: RecordedRuns): string {
  const ago = (atMs: number) => formatAge(observedAtMs - atMs);
  const parts = [
    fromMs === null ? "still being read back" : `recorded for the last ${ago(fromMs)}`,
    ...(gaps.length === 0
      ? complete
        ? ["complete"]
        : []
      : [`${formatCount(gaps.length)} ${gaps.length === 1 ? "gap" : "gaps"}`]),
    ...(searchedToMs === null ? [] : [`looked through the last ${ago(searchedToMs)} so far`]),
    "ended runs have a duration",
  ];
  return parts.join(", ");
}
