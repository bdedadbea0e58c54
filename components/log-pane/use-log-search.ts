"use client";

import { useEffect, useMemo, useState } from "react";
import { type LogMatcher, type LogQuery, readQuery } from "@/lib/live/log-query";
import { LogSearch } from "@/lib/live/log-search";
import type { LogStore } from "@/lib/live/log-store";

/** So many rows are looked at before the page may do something else. */
const sliceRows = 20_000;

export interface Found {
  readonly matcher: LogMatcher | undefined;
  readonly search: LogSearch | undefined;
  /** Why the query cannot be read. */
  readonly fault: string | undefined;
}

/** Searches a store, slice by slice, and goes on with what is added. `version` is the store's. */
export function useLogSearch(store: LogStore, query: LogQuery, version: number): Found {
  const matcher = useMemo(() => readQuery(query), [query]);
  const usable = matcher instanceof Error ? undefined : matcher;
  const search = useMemo(
    () => (usable === undefined ? undefined : new LogSearch(store, usable)),
    [store, usable],
  );
  const [, setProgress] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means new rows to look at
  useEffect(() => {
    if (search === undefined || search.done) return;
    let frame = 0;
    const look = () => {
      const done = search.step(sliceRows);
      setProgress((count) => count + 1);
      frame = done ? 0 : requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [search, version]);

  return { matcher: usable, search, fault: matcher instanceof Error ? matcher.message : undefined };
}
