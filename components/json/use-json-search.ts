"use client";

import { useEffect, useState } from "react";
import type { JsonTable } from "@/lib/format/json-scan";
import { searchJson } from "@/lib/format/json-search";
import { inTurns } from "./in-turns.ts";

export interface JsonMatches {
  /** Nodes that match, in the order of the text; undefined while they are looked for. */
  readonly nodes: readonly number[] | undefined;
  readonly wanted: string;
}

/** Looks for a text in names and values; `onFound` hears the first match of each new search. */
export function useJsonSearch(
  table: JsonTable,
  wanted: string,
  onFound: (nodes: readonly number[]) => void,
): JsonMatches {
  const [found, setFound] = useState<{ in: JsonTable; wanted: string; nodes: readonly number[] }>();
  useEffect(() => {
    if (wanted === "") return;
    const stop = new AbortController();
    void inTurns(searchJson(table, wanted), { signal: stop.signal }).then((nodes) => {
      if (nodes === undefined || stop.signal.aborted) return;
      setFound({ in: table, wanted, nodes });
      onFound(nodes);
    });
    return () => stop.abort();
  }, [table, wanted, onFound]);
  const isCurrent = found?.in === table && found.wanted === wanted;
  return { nodes: wanted === "" ? [] : isCurrent ? found.nodes : undefined, wanted };
}
