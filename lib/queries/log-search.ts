// Searches whose answers are read one after another. What was found stays as it was until the same search is made again.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { firstChars } from "../bff/first-chars.ts";
import { type InvocationHistoryQuery, invocationHistoryLimits } from "../bff/invocation-history.ts";
import { type SearchFilter, type SearchQuery, sinceMs } from "../bff/log-search-query.ts";
import { invocationHistoryOperations } from "../bff/operations/invocation-history.ts";
import { logSearchOperations } from "../bff/operations/log-search.ts";
import { paces } from "../paces.ts";
import { presentMs } from "../present.ts";
import { bff } from "./bff.ts";
import { logSearchKey } from "./repeat-search.ts";

const all = logSearchKey;
const asFound = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: paces.stale.slowMs,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Filters of a search that only lines of logs have. */
const lineFilters: readonly SearchFilter[] = ["level", "source", "session"];

/** Filters of a search because of which the recorded invocations are not searched. */
export const lineFiltersOf = ({ filters }: SearchQuery): readonly SearchFilter[] =>
  lineFilters.filter((name) => filters[name] !== undefined);

/** The first word or phrase that is needed, as the text to search recorded invocations for; undefined without one. */
function recordedText(query: SearchQuery): string | undefined {
  const first = query.terms.find(({ not }) => !not);
  if (first === undefined || lineFiltersOf(query).length > 0) return undefined;
  return firstChars(first.text, invocationHistoryLimits.text);
}

export const searchesInvocations = (query: SearchQuery): boolean => recordedText(query) !== undefined;

function recordedQuery(query: SearchQuery): InvocationHistoryQuery {
  const { app, action, version, since } = query.filters;
  const nowMs = presentMs();
  const times = since?.map((text) => sinceMs(text, nowMs) ?? 0);
  return {
    text: recordedText(query),
    app: app && [...app],
    action: action && [...action],
    version: version && [...version],
    since_ms: times && Math.max(0, Math.floor(Math.min(...times))),
    limit: invocationHistoryLimits.page,
  };
}

export const logSearchQueries = {
  /** Lines of stored logs, answer by answer; `q` can be read. */
  lines: (q: string) =>
    infiniteQueryOptions({
      queryKey: [...all, "lines", q] as const,
      queryFn: ({ signal, pageParam }) =>
        bff.one(
          logSearchOperations.searchLogs,
          { query: { q, cursor: pageParam === "" ? undefined : pageParam } },
          { signal },
        ),
      initialPageParam: "",
      getNextPageParam: ({ data }) => data.next_cursor,
      ...asFound,
    }),
  /** Recorded invocations with the first word or phrase in their reason, payload or output, answer by answer. */
  invocations: (q: string, query: SearchQuery) =>
    infiniteQueryOptions({
      queryKey: [...all, "invocations", q] as const,
      queryFn: ({ signal, pageParam }) =>
        bff.one(
          invocationHistoryOperations.searchInvocationHistory,
          { query: { ...recordedQuery(query), cursor: pageParam === "" ? undefined : pageParam } },
          { signal },
        ),
      initialPageParam: "",
      getNextPageParam: ({ data }) => data.next_cursor,
      ...asFound,
    }),
  /** The first of some searches that finds a line at once; null: none does. */
  firstWithLines: (searches: readonly string[]) =>
    queryOptions({
      queryKey: [...all, "first", searches] as const,
      queryFn: async ({ signal }) => {
        for (const q of searches) {
          const { data } = await bff.one(
            logSearchOperations.searchLogs,
            { query: { q, limit: 1 } },
            { signal },
          );
          if (data.lines.length > 0) return q;
        }
        return null;
      },
      ...asFound,
    }),
} as const;
