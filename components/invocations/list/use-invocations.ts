"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { invocationOf } from "@/lib/bff/recorded-invocation";
import { formatAge } from "@/lib/format/duration";
import { formatGaps } from "@/lib/format/gap-messages";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import type { BadItem } from "@/lib/queries/bff";
import { invocationQueries } from "@/lib/queries/invocations";
import type { RecordedInvocations } from "@/lib/queries/read-recorded-invocations";
import { recordedInvocationsQuery } from "@/lib/queries/recorded-invocations";
import { invocationsTexts } from "./invocation-list-messages.ts";
import {
  apiFiltersOf,
  filterTextOf,
  type InvocationSearchParams,
  screenOfView,
} from "./invocation-search-params.ts";
import { invocationsSourceOf, type RecordState } from "./invocations-source.ts";
import { isNarrowed, isSearchIgnored, narrow, newestReadLimit } from "./local-filters.ts";
import type { FreshPage } from "./pending-rows.ts";
import { recordQueryOf } from "./record-query.ts";

const readPageSize = 100;
const noBadItems: readonly BadItem[] = [];

/** Polling interval by number of pages: reading twenty pages costs as much as reading one twenty times. */
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

/** The rows of a page: paged by the API or, for filters that it lacks, cut from the newest invocations or
 *  the recorder. */
export function useInvocations(
  screen: InvocationSearchParams,
  { limit, offset, live, enabled }: { limit: number; offset: number; live: boolean; enabled: boolean },
) {
  const filters = apiFiltersOf(screen);
  const [ignoresSearch, setIgnoresSearch] = useState(false);
  const narrowed = isNarrowed(screen) || (ignoresSearch && screen.query !== undefined);
  const paged = useQuery({
    ...invocationQueries.list({ ...filters, limit, offset }),
    enabled: enabled && !narrowed,
    refetchInterval: live ? paces.refresh.listMs : false,
  });
  const isAnswered = paged.data !== undefined && !paged.isPlaceholderData;
  if (!narrowed && isAnswered && isSearchIgnored(paged.data.items, screen)) setIgnoresSearch(true);
  // If more invocations exist than are read, the recorder searches further back, provided it has the filters.
  const question = narrowed ? recordQueryOf(screen) : undefined;
  const newest = useQuery({
    ...invocationQueries.newest(filters, newestReadLimit),
    enabled: enabled && narrowed,
    refetchInterval: live ? ({ state }) => paceOf(state.data, question !== undefined) : false,
  });
  const started = { since: screen.since, before: screen.started_before };
  const isRecordQueried = question !== undefined && newest.data?.paging?.hasMore === true;
  const recorded = useQuery({
    ...recordedInvocationsQuery(question ?? {}, started, offset + limit),
    enabled: enabled && isRecordQueried,
    refetchInterval: live ? paces.refresh.recordedMs : false,
  });

  const filterText = filterTextOf(screen);
  const read = narrowed ? newest.data : undefined;
  const matching = useMemo(
    () => read && narrow(read.items, screenOfView(filterText), read.observedAtMs),
    [read, filterText],
  );
  const known = isRecordQueried ? recorded.data : undefined;
  const source = invocationsSourceOf({
    narrowed,
    record: isRecordQueried ? recordState(known) : "unused",
    matching: matching?.length ?? 0,
    offset,
  });
  const fromRecord = source === "record" && known !== undefined;
  const cut = useMemo(
    () => (fromRecord ? known.invocations.map(invocationOf) : matching)?.slice(offset, offset + limit),
    [fromRecord, known, matching, offset, limit],
  );

  const query = { api: paged, newest, record: recorded, "record-awaited": recorded }[source];
  // Rows that stand in for the recorder's must not hide its failure.
  const failing = query.error === null && isRecordQueried ? recorded : query;
  const isUnanswered = source === "record-awaited";
  const awaited = isUnanswered ? recorded.error === null : source === "api" && paged.isPlaceholderData;
  const hasMore = fromRecord
    ? known.hasMore
    : narrowed
      ? !isUnanswered && (matching?.length ?? 0) > offset + limit
      : (paged.data?.paging?.hasMore ?? false);
  const items = isUnanswered ? undefined : narrowed ? cut : paged.data?.items;
  const fresh: FreshPage | undefined = items && !awaited ? { items, hasMore } : undefined;
  // Unreadable rows have no position in filtered rows; `scope` counts them instead.
  const bad = (narrowed ? undefined : paged.data?.bad) ?? noBadItems;
  const { stale, observedAtMs = 0 } = query.data ?? {};
  return {
    query: {
      data: query.data && { items: items ?? [], bad, paging: { hasMore }, stale, observedAtMs },
      error: failing.error,
      refetch: failing.refetch,
      isFetching: failing.isFetching,
      isPlaceholderData: awaited,
    },
    /** Where the rows come from. */
    source,
    filters,
    filterText,
    items,
    fresh,
    bad,
    /** The set that was filtered, as text. */
    scope: fromRecord
      ? recordedScope(known, isTextSought(screen))
      : source === "newest" && read && matching
        ? scopeOf(read, matching.length, question !== undefined)
        : undefined,
    /** The recorder's query, if the rows come from the recorder. */
    record: (fromRecord || isUnanswered) && question !== undefined ? { question, started } : undefined,
  };
}

function recordState(known: RecordedInvocations | undefined): RecordState {
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
  const unreadable = read.bad.length === 0 ? "" : invocationsTexts.unreadable(formatCount(read.bad.length));
  return more
    ? invocationsTexts.matchAmongNewest({
        matching: formatCount(matching),
        read: count,
        isRecordable,
        unreadable,
      })
    : `${invocationsTexts.match({ matching: formatCount(matching), read: count })}${unreadable}`;
}

/** Whether a text is sought where the recorder stores the beginning only. */
const isTextSought = ({ text, payload_has, output_has }: InvocationSearchParams) =>
  [text, payload_has, output_has].some((each) => each !== undefined);

/** The period the recorder has searched, as text. */
function recordedScope(
  { complete, gaps, complete_from_ms: fromMs, searchedToMs, observedAtMs }: RecordedInvocations,
  isText: boolean,
): string {
  const ago = (atMs: number) => formatAge(observedAtMs - atMs);
  const parts = [
    fromMs === null ? invocationsTexts.historyIsStillLoading : invocationsTexts.historyOfTheLast(ago(fromMs)),
    ...(gaps.length > 0 ? [formatGaps(gaps.length)] : complete ? [] : [invocationsTexts.notComplete]),
    ...(isText ? [invocationsTexts.firstThousandCharacters] : []),
    ...(searchedToMs === null ? [] : [invocationsTexts.searchedTheLastSoFar(ago(searchedToMs))]),
  ];
  return parts.join(", ");
}
