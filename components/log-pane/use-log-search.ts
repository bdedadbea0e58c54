"use client";

import { useEffect, useMemo, useState } from "react";
import { everyLevel, type LevelSet } from "@/lib/live/log-level";
import { type LogMatcher, type LogQuery, readQuery } from "@/lib/live/log-query";
import { LogSearch } from "@/lib/live/log-search";
import type { LogStore } from "@/lib/live/log-store";
import { paces } from "@/lib/paces";

/** Rows between two looks at the clock. */
const stepRows = 512;
/** So long a slice may take: half a frame, the other half is for drawing. */
const sliceMs = 8;
/** Between two drawings of how far it has come. */

export interface Found {
  readonly matcher: LogMatcher | undefined;
  /** The lines that match the query and have one of the levels. */
  readonly search: LogSearch | undefined;
  /** What is shown; undefined: everything. */
  readonly shown: LogSearch | undefined;
  /** Why the query cannot be read. */
  readonly fault: string | undefined;
}

/** Searches and filters a store, slice by slice, and goes on with what is added. `version` is the store's; `only`:
 *  lines that do not match the query are hidden. */
export function useLogSearch(
  store: LogStore,
  query: LogQuery,
  { levels, only, version }: { levels: LevelSet; only: boolean; version: number },
): Found {
  const matcher = useMemo(() => readQuery(query), [query]);
  const usable = matcher instanceof Error ? undefined : matcher;
  const search = useMemo(
    () => (usable === undefined ? undefined : new LogSearch(store, { matcher: usable, levels })),
    [store, usable, levels],
  );
  const ofLevels = useMemo(
    () => (levels === everyLevel ? undefined : new LogSearch(store, { levels })),
    [store, levels],
  );
  const [, setProgress] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means new rows to look at
  useEffect(() => {
    const work = [ofLevels, search].filter((each) => each !== undefined);
    if (work.every((each) => each.done)) return;
    let told = search?.matchCount ?? 0;
    return inSlices({
      step: () => work.every((each) => each.done || each.step(stepRows)),
      news: () => told === 0 && search !== undefined && search.matchCount > 0,
      tell() {
        told = search?.matchCount ?? 0;
        setProgress((count) => count + 1);
      },
    });
  }, [search, ofLevels, version]);

  const fault = matcher instanceof Error ? matcher.message : undefined;
  return { matcher: usable, search, shown: only && search !== undefined ? search : ofLevels, fault };
}

/** Works until `step` says that it is done, a part of a frame at a time; the answer ends it. `news`: what was found is
 *  to be told at once. */
function inSlices({
  step,
  news,
  tell,
}: {
  step: () => boolean;
  news: () => boolean;
  tell: () => void;
}): () => void {
  // A message comes back sooner than any timer, and after what waits to be drawn or typed.
  const { port1, port2 } = new MessageChannel();
  let toldMs = Number.NEGATIVE_INFINITY;
  const slice = () => {
    const startMs = performance.now();
    let done = false;
    do done = step();
    while (!done && performance.now() - startMs < sliceMs);
    if (done || startMs - toldMs >= paces.shown.searchMs || news()) {
      toldMs = startMs;
      tell();
    }
    if (done) port1.close();
    else port2.postMessage(null);
  };
  port1.onmessage = slice;
  slice();
  return () => port1.close();
}
