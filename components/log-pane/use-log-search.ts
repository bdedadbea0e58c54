"use client";

import { useEffect, useMemo, useState } from "react";
import { everyLevel, type LevelSet } from "@/lib/format/log-level";
import { type LogMatcher, type LogQuery, readQuery } from "@/lib/live/log-query";
import { LogSearch, type LogSpan } from "@/lib/live/log-search";
import type { LogStore } from "@/lib/live/log-store";
import { paces } from "@/lib/paces";
import { type DrawnState, useDrawn } from "./drawn-state.ts";

/** Rows between two checks of the clock. */
const stepRows = 512;
/** Longest slice: half a frame, the other half is for rendering. */
const sliceMs = 8;

export interface Found {
  readonly matcher: LogMatcher | undefined;
  /** The lines that match the query and have one of the levels. */
  readonly search: LogSearch | undefined;
  /** The lines shown; undefined: all. */
  readonly shown: LogSearch | undefined;
  /** Why the query is invalid. */
  readonly fault: string | undefined;
}

/**
 * Searches and filters a store in slices, and continues with added lines. `only`: lines that do not match the query are
 * hidden; `during`: so are lines of another time. Keep its identity while it is the same.
 */
export function useLogSearch(
  store: LogStore,
  query: LogQuery,
  {
    levels,
    only,
    during,
    drawn,
  }: { levels: LevelSet; only: boolean; during: LogSpan | undefined; drawn: DrawnState },
): Found {
  const matcher = useMemo(() => readQuery(query), [query]);
  const usable = matcher instanceof Error ? undefined : matcher;
  const search = useMemo(
    () => (usable === undefined ? undefined : new LogSearch(store, { matcher: usable, levels, during })),
    [store, usable, levels, during],
  );
  const filtered = useMemo(
    () =>
      levels === everyLevel && during === undefined ? undefined : new LogSearch(store, { levels, during }),
    [store, levels, during],
  );
  const [, setProgress] = useState(0);
  const isIdle = search === undefined && filtered === undefined;
  const version = useDrawn(drawn, () => (isIdle ? 0 : drawn.version));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means new rows to search
  useEffect(() => {
    const work = [filtered, search].filter((each) => each !== undefined);
    if (work.every((each) => each.done)) return;
    const withMatches = () => work.filter((each) => each.matchCount > 0).length;
    let published = withMatches();
    return inSlices({
      step: () => work.every((each) => each.done || each.step(stepRows)),
      // The first match of each.
      isUrgent: () => withMatches() > published,
      publish() {
        published = withMatches();
        setProgress((count) => count + 1);
      },
    });
  }, [search, filtered, version]);

  const fault = matcher instanceof Error ? matcher.message : undefined;
  return { matcher: usable, search, shown: only && search !== undefined ? search : filtered, fault };
}

/**
 * Calls `step` until it reports completion, for a part of a frame at a time; the returned function cancels.
 * `isUrgent`: a result has to be published at once.
 */
function inSlices({
  step,
  isUrgent,
  publish,
}: {
  step: () => boolean;
  isUrgent: () => boolean;
  publish: () => void;
}): () => void {
  // A message arrives sooner than any timer, and after pending rendering and input.
  const { port1, port2 } = new MessageChannel();
  // What calls this has just rendered.
  let publishedMs = performance.now();
  const slice = () => {
    const startMs = performance.now();
    let done = false;
    do done = step();
    while (!done && performance.now() - startMs < sliceMs);
    if (done || startMs - publishedMs >= paces.shown.searchMs || isUrgent()) {
      publishedMs = startMs;
      publish();
    }
    if (done) port1.close();
    else port2.postMessage(null);
  };
  port1.onmessage = slice;
  slice();
  return () => port1.close();
}
