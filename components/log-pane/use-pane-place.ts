"use client";

import { type RefObject, useState } from "react";
import type { LineName } from "@/lib/live/line-hash";
import type { FeedState } from "@/lib/live/log-feed";
import type { LogStore } from "@/lib/live/log-store";
import type { Reveal } from "./reveal.ts";
import type { RowView } from "./row-view.ts";
import { type ActiveRow, useActiveRow } from "./use-active-row.ts";
import type { Follow } from "./use-follow.ts";
import { useRowClicks } from "./use-row-clicks.ts";
import { useTargetLine } from "./use-target-line.ts";
import { type LockedPane, useTimeLock } from "./use-time-lock.ts";

export interface PanePlace {
  readonly reveal: Reveal | undefined;
  readonly active: ActiveRow;
  /** The row a link or another view points at. */
  readonly pointed: number | undefined;
  /** The line a link means is not here. */
  readonly lost: ReturnType<typeof useTargetLine>;
  /** Brings a row into sight because the operator goes there. */
  readonly goTo: (number: number) => void;
  /** The operator came to a row; other views are told. */
  readonly lead: (number: number) => void;
  /** Nothing is pointed at or stood at any more. */
  readonly leave: () => void;
}

/** Where in the log the operator is: at a row walked to, at a link's line, or where another view has moved to. */
export function usePanePlace({
  store,
  state,
  rowsTo,
  follow,
  scroller,
  topRow,
  target,
  timeLock,
}: {
  store: LogStore;
  state: FeedState;
  rowsTo: (endRow: number) => RowView;
  follow: Follow;
  scroller: RefObject<HTMLElement | null>;
  /** Number of the row at the top of the window. */
  topRow: RefObject<number>;
  target: LineName | undefined;
  timeLock: LockedPane | undefined;
}): PanePlace {
  const [reveal, setReveal] = useState<Reveal>();
  const [pointed, setPointed] = useState<number>();
  const show = (number: number) => {
    follow.pause();
    setPointed(number);
    setReveal({ number, place: "centre" });
  };
  const said = state.log === "open" || state.log === "ended";
  const loaded = said || (state.log !== "connecting" && store.lineCount > 0);
  const lost = useTargetLine(target, { store, loaded, show });
  const locked = useTimeLock(timeLock, { store, loaded, following: follow.following, show });
  const lead = (number: number) => {
    // Whoever leads points at no moment of others.
    if (timeLock !== undefined) setPointed(undefined);
    locked.lead(number);
  };
  const goTo = (number: number) => {
    setReveal({ number, place: "nearest" });
    lead(number);
  };
  const active = useActiveRow({ store, rowsTo, follow, topRow, pointed, reveal: goTo });
  useRowClicks(scroller, (number) => {
    active.stand(number);
    lead(number);
  });
  return {
    reveal,
    active,
    pointed,
    lost,
    goTo,
    lead,
    leave() {
      setReveal(undefined);
      setPointed(undefined);
      active.leave();
      locked.leave();
    },
  };
}
