"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isFocusAwaited, isFocusLost, isFocusOnMain } from "@/components/ui/return-focus";
import type { LineName } from "@/lib/live/line-hash";
import type { FeedState } from "@/lib/live/log-feed";
import type { LogStore } from "@/lib/live/log-store";
import { type DrawnState, useDrawn } from "./drawn-state.ts";
import { placeAt, type Reveal, screenYOf } from "./reveal.ts";
import type { RowView } from "./row-view.ts";
import { rowPx } from "./row-window.ts";
import { type ActiveRow, useActiveRow } from "./use-active-row.ts";
import type { Follow } from "./use-follow.ts";
import { useStoreState } from "./use-store-state.ts";
import { useTargetLine } from "./use-target-line.ts";
import { type LockedPane, useTimeLock } from "./use-time-lock.ts";

export interface PanePosition {
  readonly reveal: Reveal | undefined;
  readonly active: ActiveRow;
  /** The row a link or another view points at. */
  readonly pointed: number | undefined;
  /** The linked line is not in the buffer. */
  readonly linkedLine: ReturnType<typeof useTargetLine>;
  /** Brings a row into view and makes it the operator's position. */
  readonly goTo: (number: number) => void;
  /** Publishes the operator's row to other views. */
  readonly lead: (number: number) => void;
  /** Clears the active row and the pointed one. */
  readonly leave: () => void;
}

/** The operator's position in the log: the active row, a linked line, or the moment another view moved to. */
export function usePanePosition({
  store,
  drawn,
  state,
  rowsTo,
  follow,
  scroller,
  topRow,
  target,
  timeLock,
}: {
  store: LogStore;
  drawn: DrawnState;
  state: FeedState;
  rowsTo: (endRow: number) => RowView;
  follow: Follow;
  scroller: RefObject<HTMLElement | null>;
  /** Number of the row at the top of the window. */
  topRow: RefObject<number>;
  target: LineName | undefined;
  timeLock: LockedPane | undefined;
}): PanePosition {
  const [reveal, setReveal] = useStoreState<Reveal | undefined>(store, undefined);
  const [pointed, setPointed] = useStoreState<number | undefined>(store, undefined);
  const show = (number: number, screenY?: number) => {
    follow.pause();
    setPointed(() => number);
    setReveal(() => ({ number, align: placeAt(screenY, scroller.current, rowPx) }));
  };
  const isAvailable = state.log === "open" || state.log === "ended";
  const hasLines = useDrawn(drawn, () => store.lineCount > 0);
  const loaded = isAvailable || (state.log !== "connecting" && hasLines);
  const showLinked = (number: number) => {
    show(number);
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  };
  const lost = useTargetLine(target, { store, loaded, show: showLinked });
  const locked = useTimeLock(timeLock, { store, loaded, following: follow.following, show });
  const lead = (number: number) => {
    if (timeLock === undefined) return;
    // The leading pane shows no pointer from others.
    setPointed(() => undefined);
    const row = scroller.current?.querySelector(`[data-row="${number}"]`);
    locked.lead(number, screenYOf(row, scroller.current));
  };
  const goTo = (number: number) => {
    setReveal(() => ({ number, align: "nearest" }));
    lead(number);
  };
  const active = useActiveRow({ store, drawn, rowsTo, follow, topRow, pointed, reveal: goTo });
  useRowClicks(scroller, (number) => {
    active.activate(number);
    lead(number);
  });
  return {
    reveal,
    active,
    pointed,
    linkedLine: lost,
    goTo,
    lead,
    leave() {
      setReveal(() => undefined);
      setPointed(() => undefined);
      active.leave();
      locked.leave();
    },
  };
}

/**
 * Whether the operator has gone nowhere since following a link: the page is new and no return to it, or the focus is on the
 * link itself.
 */
function isFocusFree(): boolean {
  const now = document.activeElement;
  const isFollowed = now instanceof HTMLAnchorElement && now.href === window.location.href;
  return isFollowed || (!isFocusAwaited() && (isFocusLost() || isFocusOnMain()));
}

/** Calls `clicked` with the clicked row, unless the click selected text or used a control in the row. */
function useRowClicks(scroller: RefObject<HTMLElement | null>, clicked: (number: number) => void): void {
  const now = useRef(clicked);
  useEffect(() => {
    now.current = clicked;
  });
  useEffect(() => {
    const element = scroller.current;
    const click = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("button") !== null) return;
      if (window.getSelection()?.isCollapsed === false) return;
      const number = Number(target.closest("[data-row]")?.getAttribute("data-row") ?? Number.NaN);
      if (Number.isInteger(number)) now.current(number);
    };
    element?.addEventListener("click", click);
    return () => element?.removeEventListener("click", click);
  }, [scroller]);
}
