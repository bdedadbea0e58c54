"use client";

import { useEffect, useMemo, useState } from "react";
import { emptyQuery, type LogQuery, readQuery } from "@/lib/live/log-query";
import { LogSearch } from "@/lib/live/log-search";
import type { LogStore } from "@/lib/live/log-store";

/** Rows looked at per frame: the page stays alive whatever the log holds. */
const rowsPerStep = 50_000;

/** A search over a store, carried on as rows come. Undefined query: the find bar is closed. */
export function useFind(store: LogStore, drawing: number, redraw: () => void) {
  const [query, setQuery] = useState<LogQuery>();
  const [only, setOnly] = useState(false);
  /** The match the search stands on, as a row number. */
  const [row, setRow] = useState<number>();
  const matcher = useMemo(() => (query ? readQuery(query) : undefined), [query]);
  const fault = matcher instanceof Error ? matcher.message : undefined;
  const search = useMemo(
    () => (matcher === undefined || matcher instanceof Error ? undefined : new LogSearch(store, matcher)),
    [store, matcher],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing means that there may be rows to look at
  useEffect(() => {
    if (!search || search.done) return;
    const frame = requestAnimationFrame(() => {
      search.step(rowsPerStep);
      redraw();
    });
    return () => cancelAnimationFrame(frame);
  }, [search, drawing, redraw]);

  const count = search?.matchCount ?? 0;
  const position = row === undefined || !search ? undefined : search.matchesBefore(row);
  return {
    query,
    only: only && search !== undefined,
    row,
    matcher: matcher instanceof Error ? undefined : matcher,
    search,
    fault,
    count,
    position: position !== undefined && position < count ? position : undefined,
    open: () => setQuery((now) => now ?? emptyQuery),
    close: () => {
      setQuery(undefined);
      setRow(undefined);
      setOnly(false);
    },
    change: (next: LogQuery) => {
      setQuery(next);
      setRow(undefined);
    },
    setOnly,
    /** Goes to the next or previous match, around the end; answers with its row number. */
    step: (by: 1 | -1): number | undefined => {
      if (!search || count === 0) return undefined;
      const next = position === undefined ? (by === 1 ? 0 : count - 1) : (position + by + count) % count;
      const found = search.match(next);
      setRow(found);
      return found;
    },
  };
}

export type Find = ReturnType<typeof useFind>;
