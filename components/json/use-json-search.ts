"use client";

import { useEffect, useState } from "react";
import type { JsonTable } from "@/lib/format/json-scan";
import { searchJson } from "@/lib/format/json-search";
import { runInSlices } from "./run-in-slices.ts";

export interface JsonMatches {
  /** Matching nodes in document order; undefined while searching. */
  readonly nodes: readonly number[] | undefined;
  readonly wanted: string;
}

/** Searches names and values; `onFound` is called with the first match of each new search. */
export function useJsonSearch(
  table: JsonTable,
  wanted: string,
  onFound: (nodes: readonly number[]) => void,
): JsonMatches {
  const [found, setFound] = useState<{ in: JsonTable; wanted: string; nodes: readonly number[] }>();
  useEffect(() => {
    if (wanted === "") return;
    const stop = new AbortController();
    void runInSlices(searchJson(table, wanted), { signal: stop.signal }).then((nodes) => {
      if (nodes === undefined || stop.signal.aborted) return;
      setFound({ in: table, wanted, nodes });
      onFound(nodes);
    });
    return () => stop.abort();
  }, [table, wanted, onFound]);
  const isCurrent = found?.in === table && found.wanted === wanted;
  return { nodes: wanted === "" ? [] : isCurrent ? found.nodes : undefined, wanted };
}
