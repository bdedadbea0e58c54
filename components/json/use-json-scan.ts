"use client";

import { useEffect, useMemo, useState } from "react";
import { type JsonScan, scanJson, scanNow } from "@/lib/format/json-scan";
import { inTurns } from "./in-turns.ts";

/** Up to this many characters a text is read before the first picture. */
export const readAtOnce = 100_000;

/** A text read as JSON; undefined while a long one is still being read. */
export function useJsonScan(text: string): JsonScan | undefined {
  const short = useMemo(() => (text.length <= readAtOnce ? scanNow(text) : undefined), [text]);
  const [long, setLong] = useState<{ of: string; scan: JsonScan }>();
  useEffect(() => {
    if (text.length <= readAtOnce) return;
    const stop = new AbortController();
    void inTurns(scanJson(text), { signal: stop.signal }).then((scan) => {
      if (scan !== undefined && !stop.signal.aborted) setLong({ of: text, scan });
    });
    return () => stop.abort();
  }, [text]);
  return short ?? (long?.of === text ? long.scan : undefined);
}
