"use client";

import { useEffect, useRef, useState } from "react";
import { findLine, type LineName } from "@/lib/live/line-hash";
import type { LogStore } from "@/lib/live/log-store";

/**
 * Searches once for the linked line as soon as the buffered history has loaded: `show` is called with its
 * row. `lost`: the line is not in the buffer; `dismiss` clears that.
 */
export function useTargetLine(
  target: LineName | undefined,
  { store, loaded, show }: { store: LogStore; loaded: boolean; show: (number: number) => void },
): { readonly lost: boolean; readonly dismiss: () => void } {
  const [lost, setLost] = useState(false);
  const { at, hash } = target ?? {};
  const now = useRef(show);
  /** The last search: reloading a log does not move the operator back. */
  const lastSearch = useRef<{ store: LogStore; request: string }>(undefined);
  useEffect(() => {
    now.current = show;
  });
  useEffect(() => {
    const request = JSON.stringify([at, hash]);
    if (lastSearch.current?.store === store && lastSearch.current.request === request) return;
    setLost(false);
    if (at === undefined || hash === undefined || !loaded) return;
    lastSearch.current = { store, request };
    const number = findLine(store, { at, hash });
    if (number === undefined) setLost(true);
    else now.current(number);
  }, [at, hash, store, loaded]);
  return { lost, dismiss: () => setLost(false) };
}
