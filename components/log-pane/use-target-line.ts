"use client";

import { useEffect, useRef, useState } from "react";
import { findLine, type LineName } from "@/lib/live/line-hash";
import type { LogStore } from "@/lib/live/log-store";

/** Looks once for the line a link means as soon as what the log keeps is here: `show` is called with its row. True
 *  when the line is not kept; `forget` takes that back. */
export function useTargetLine(
  target: LineName | undefined,
  { store, loaded, show }: { store: LogStore; loaded: boolean; show: (number: number) => void },
): { readonly lost: boolean; readonly forget: () => void } {
  const [lost, setLost] = useState(false);
  const { at, hash } = target ?? {};
  const now = useRef(show);
  useEffect(() => {
    now.current = show;
  });
  useEffect(() => {
    setLost(false);
    if (at === undefined || hash === undefined || !loaded) return;
    const number = findLine(store, { at, hash });
    if (number === undefined) setLost(true);
    else now.current(number);
  }, [at, hash, store, loaded]);
  return { lost, forget: () => setLost(false) };
}
