"use client";

import { useCallback } from "react";
import type { LogStore } from "@/lib/live/log-store";
import type { DrawnState } from "./drawn-state.ts";
import { useStoreState } from "./use-store-state.ts";

/** Where a paused pane stopped: rows from `endRow` on wait. */
interface Stop {
  readonly endRow: number;
  readonly addedLines: number;
}

export interface Follow {
  readonly following: boolean;
  /** Rows from here on wait; infinite while following, when what is drawn ends at that of `DrawnState`. */
  readonly endRow: number;
  /** Number of waiting lines. */
  readonly countWaiting: () => number;
  /** Pauses after all rows of the store: also one that is not drawn yet can be shown then. */
  readonly pause: () => void;
  /** Pauses after the rows that are drawn, which stay in place. A paused pane stays as it is. */
  readonly hold: () => void;
  readonly resume: () => void;
  /** Called at the last row shown: appends waiting rows, or resumes following when there are none. */
  readonly readOn: () => void;
}

const stopAt = ({ endRow, addedLines }: Stop): Stop => ({ endRow, addedLines });

/** Following or paused. A paused pane holds still: new rows wait behind its last one. */
export function useFollow(store: LogStore, drawn: DrawnState, redraw: () => void): Follow {
  const [stop, setStop] = useStoreState<Stop | undefined>(store, undefined);
  const pause = useCallback(() => setStop(() => stopAt(store)), [store, setStop]);
  const hold = useCallback(() => setStop((at) => at ?? stopAt(drawn)), [drawn, setStop]);
  // Nothing is drawn while the mouse is pressed: following would take back rows that are shown since.
  const resume = useCallback(() => {
    redraw();
    setStop(() => undefined);
  }, [redraw, setStop]);
  const readOn = useCallback(() => {
    redraw();
    setStop((at) => (at === undefined || at.endRow >= store.endRow ? undefined : stopAt(store)));
  }, [store, redraw, setStop]);
  return {
    following: stop === undefined,
    endRow: stop?.endRow ?? Number.POSITIVE_INFINITY,
    countWaiting: () => (stop === undefined ? 0 : store.addedLines - stop.addedLines),
    pause,
    hold,
    resume,
    readOn,
  };
}
