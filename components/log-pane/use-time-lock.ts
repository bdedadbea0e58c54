"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { LogStore } from "@/lib/live/log-store";
import type { TimeLock } from "@/lib/live/time-lock";
import { beginRow } from "./row-view.ts";

/** A pane's membership in a time lock. */
export interface LockedPane {
  readonly lock: TimeLock;
  /** How much later the same moment is in this log. */
  readonly skewMs: number;
}

/** A row without a time searches so many rows for one that has it. */
const reachRows = 200;

/**
 * Synchronises a pane with others: `show` is called with the row of the moment another pane moved to, and the height in
 * the window at which that has it. The result publishes the row the operator moved this pane to, and discards a received moment that is not shown
 * yet. `loaded`: the buffered history has loaded. A pane that resumes following leaves the shared moment.
 */
export function useTimeLock(
  locked: LockedPane | undefined,
  {
    store,
    loaded,
    following,
    show,
  }: {
    store: LogStore;
    loaded: boolean;
    following: boolean;
    show: (number: number, screenY: number | undefined) => void;
  },
): { readonly lead: (number: number, screenY: number | undefined) => void; readonly leave: () => void } {
  const [me] = useState(() => ({}));
  const [moment, setMoment] = useState<{ readonly atMs: number; readonly screenY: number | undefined }>();
  const { lock, skewMs = 0 } = locked ?? {};
  const now = useRef(show);
  useEffect(() => {
    now.current = show;
  });

  useEffect(() => {
    if (lock === undefined) return;
    // When another pane returns to live, this one stays.
    const leave = lock.join(me, (atMs, screenY) => {
      if (atMs !== undefined) setMoment({ atMs, screenY });
    });
    return () => {
      leave();
      setMoment(undefined);
    };
  }, [lock, me]);

  const followed = useRef(following);
  useEffect(() => {
    if (following && !followed.current) lock?.release(me);
    followed.current = following;
  }, [lock, me, following]);

  const shown = useRef<{ moment: object; skewMs: number; store: LogStore }>(undefined);
  useEffect(() => {
    if (moment === undefined || !loaded) return;
    const last = shown.current;
    // Reloading a log does not move it again.
    if (last?.moment === moment && last.skewMs === skewMs && last.store === store) return;
    shown.current = { moment, skewMs, store };
    now.current(store.rowAtTime(moment.atMs + skewMs) ?? store.firstRow, moment.screenY);
  }, [moment, loaded, store, skewMs]);

  const lead = useCallback(
    (number: number, screenY: number | undefined) => {
      const atMs = timeAt(store, number);
      if (lock === undefined || atMs === undefined) return;
      setMoment(undefined);
      lock.move(me, atMs - skewMs, screenY);
    },
    [lock, me, store, skewMs],
  );
  return { lead, leave: () => setMoment(undefined) };
}

/** The time of a row: its own, or that of the nearest line above; at the beginning, below. */
function timeAt(store: LogStore, number: number): number | undefined {
  const from = number === beginRow ? store.firstRow : number;
  const timeOf = (at: number) => {
    const row = store.row(at);
    return row?.kind === "line" && !Number.isNaN(row.atMs) ? row.atMs : undefined;
  };
  for (let at = from; at >= Math.max(store.firstRow, from - reachRows); at -= 1) {
    const atMs = timeOf(at);
    if (atMs !== undefined) return atMs;
  }
  for (let at = from + 1; at < Math.min(store.endRow, from + reachRows); at += 1) {
    const atMs = timeOf(at);
    if (atMs !== undefined) return atMs;
  }
  return undefined;
}
