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
  /** What was looked for already: a log that is read anew does not take the operator back. */
  const looked = useRef<{ store: LogStore; wish: string }>(undefined);
  useEffect(() => {
    now.current = show;
  });
  useEffect(() => {
    const wish = JSON.stringify([at, hash]);
    if (looked.current?.store === store && looked.current.wish === wish) return;
    setLost(false);
    if (at === undefined || hash === undefined || !loaded) return;
    looked.current = { store, wish };
    const number = findLine(store, { at, hash });
    if (number === undefined) setLost(true);
    else now.current(number);
  }, [at, hash, store, loaded]);
  return { lost, forget: () => setLost(false) };
}
