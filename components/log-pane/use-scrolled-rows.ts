"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { paces } from "@/lib/paces";
import { type LineLayout, lineLayout } from "./line-columns.ts";
import { shiftToReveal } from "./reveal.ts";
import type { RowView } from "./row-view.ts";
import {
  type Anchor,
  anchorAt,
  drawnRange,
  type Extent,
  rowPx,
  scrollHeightPx,
  shareOfRow,
  shareThatKeepsRows,
} from "./row-window.ts";
import type { Follow } from "./use-follow.ts";
import type { PanePosition } from "./use-pane-position.ts";

/** What scrolls, and who is notified of it. */
export interface ScrolledRows {
  scroller: RefObject<HTMLDivElement | null>;
  /** Updated with the number of the row at the top of the window. */
  topRow: RefObject<number>;
  view: RowView;
  /** Paused by scrolling up, continued by scrolling to the last row. */
  follow: Follow;
  /** `lead` is called with the row that is pinned where the operator scrolled to. */
  position: Pick<PanePosition, "reveal" | "lead">;
  /** Long lines are wrapped as the operator chose. */
  wrapsLines: boolean;
  hasExpandedRows: boolean;
  /** Each rendering of new lines shows other rows: as in a leap, none is rendered beyond the window then. */
  isFlood: boolean;
}

/**
 * Rows of unknown height are measured only once rendered: attempts to reach a position before it is accepted.
 */
const maxTries = 6;

/** Shares that differ by less are the same position. */
const sameShare = 1e-9;

/**
 * Which rows are drawn, and where: keeps the scroll position in step with following, revealing and rows that come and
 * go, and reports the operator's own scrolling.
 */
export function useScrolledRows({
  scroller,
  topRow,
  view,
  follow,
  position: { reveal, lead },
  wrapsLines,
  hasExpandedRows,
  isFlood,
}: ScrolledRows) {
  const { following } = follow;
  const content = useRef<HTMLDivElement>(null);
  const { viewportPx, layout } = useViewport(scroller);
  const [share, setShare] = useState(1);
  // Once paused, the first rendering has the same rows: other ones would clear a selection.
  if (following && share !== 1) setShare(1);
  /** The rows fit the window although their heights differ: nothing to scroll. */
  const [fits, setFits] = useState(false);
  const leaps = useLeaps();
  const last = useRef({ topPx: 0, rows: 0, evictedRows: 0, following });
  const revealing = useRef({ reveal, triesLeft: 0 });

  const wrap = wrapsLines || layout === "stacked";
  const uneven = wrap || hasExpandedRows;
  const extent: Extent = { rows: view.count, viewportPx, uneven: uneven && !fits };
  const heightPx = uneven && fits ? viewportPx : scrollHeightPx(extent);
  const anchor = anchorAt(share, extent);
  const [from, to] = drawnRange(anchor, extent, (following ? isFlood : leaps.isLeaping) ? 0 : undefined);

  // Scroll position and row offsets follow from the rendered rows: only the DOM has their heights.
  useLayoutEffect(() => {
    const element = scroller.current;
    const rows = content.current;
    if (element === null || rows === null || viewportPx === 0) return;
    const before = last.current;
    const scrollablePx = element.scrollHeight - element.clientHeight;
    const meanRowPx = rows.offsetHeight / Math.max(1, to - from);
    const visibleRows = viewportPx / Math.max(rowPx, meanRowPx);
    if (reveal !== revealing.current.reveal) revealing.current = { reveal, triesLeft: reveal ? maxTries : 0 };
    const index = reveal === undefined ? -1 : view.indexOf(reveal.number);
    let topPx = element.scrollTop;
    if (following) topPx = scrollablePx;
    else if (revealing.current.triesLeft > 0 && (index < from || index >= to)) {
      revealing.current.triesLeft -= 1;
      topPx = shareOfRow(index, extent) * scrollablePx;
    } else if (before.rows !== view.count || before.evictedRows !== view.evictedRows) {
      // Rows were added or removed while the operator reads: the visible rows stay in place.
      topPx = shareThatKeepsRows(before, view.evictedRows, visibleRows, extent) * scrollablePx;
    }
    if (Math.abs(topPx - element.scrollTop) >= 1) element.scrollTop = topPx;
    topRow.current = view.numberAt(Math.ceil(share * Math.max(0, view.count - visibleRows)));
    last.current = { topPx: element.scrollTop, rows: view.count, evictedRows: view.evictedRows, following };
    const showsAll = from === 0 && to === view.count && rows.offsetHeight <= viewportPx;
    if (uneven && showsAll !== fits) setFits(showsAll);
    const nowShare = scrollablePx <= 0 ? 0 : element.scrollTop / scrollablePx;
    const settled = !following && Math.abs(nowShare - share) <= sameShare;
    if (!following && !settled) setShare(nowShare);
    const offsetPx =
      showsAll || scrollablePx <= 0 ? 0 : element.scrollTop + anchor.yPx - pinnedPx(rows, anchor, from);
    rows.style.transform = `translateY(${Math.round(offsetPx)}px)`;

    const row = rows.children[index - from];
    if (!settled || revealing.current.triesLeft === 0) return;
    if (reveal === undefined || !(row instanceof HTMLElement)) return;
    revealing.current.triesLeft -= 1;
    const shiftPx = shiftToReveal(
      { topPx: row.offsetTop + offsetPx - element.scrollTop, heightPx: row.offsetHeight, viewportPx },
      reveal.align,
    );
    // When the scroll bar moves at another rate than the rows, the distance is scaled accordingly.
    element.scrollTop += shiftPx * (scrollablePx / Math.max(1, meanRowPx * view.count - viewportPx));
    last.current.topPx = element.scrollTop;
    if (Math.abs(shiftPx) < 1 || scrollablePx <= 0) revealing.current.triesLeft = 0;
    else setShare(element.scrollTop / scrollablePx);
  });

  const scrolled = () => {
    const element = scroller.current;
    if (element === null) return;
    const { topPx } = last.current;
    const now = element.scrollTop;
    const scrollablePx = element.scrollHeight - element.clientHeight;
    const atEnd = now >= scrollablePx - 2;
    if (following) {
      last.current.topPx = now;
      if (atEnd || now >= topPx - 1) return;
      last.current.following = false;
      follow.hold();
    } else {
      // Ignores the event caused by our own scrolling.
      if (Math.abs(now - topPx) < 0.5) return;
      last.current.topPx = now;
      revealing.current.triesLeft = 0;
    }
    const nowShare = scrollablePx <= 0 ? 0 : now / scrollablePx;
    setShare(nowShare);
    if (Math.abs(now - topPx) > viewportPx) leaps.begin();
    lead(view.numberAt(anchorAt(nowShare, extent).index));
    if (!following && atEnd && now > topPx) follow.readOn();
  };

  return { content, from, to, heightPx, wrap, layout, scrolled };
}

/** Whether the scroll bar is being dragged so fast that each frame shows other rows: none is then rendered beyond the
 *  window, where it would never be seen. `begin` is called for each such frame. */
function useLeaps(): { isLeaping: boolean; begin: () => void } {
  const [isLeaping, setLeaping] = useState(false);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begin = () => {
    clearTimeout(ending.current);
    ending.current = setTimeout(() => setLeaping(false), paces.rest.leapMs);
    setLeaping(true);
  };
  return { isLeaping, begin };
}

/** Height of the window, and how lines are laid out in its width. */
function useViewport(scroller: RefObject<HTMLDivElement | null>) {
  const [viewportPx, setViewportPx] = useState(0);
  const [layout, setLayout] = useState<LineLayout>("wide");
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      element.parentElement?.style.setProperty("--pane-width", `${element.clientWidth}px`);
      setViewportPx(element.clientHeight);
      setLayout(lineLayout(element.clientWidth));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return { viewportPx, layout };
}

/** Position of the pinned point in the drawn rows, of which `from` is the first. */
function pinnedPx(rows: HTMLElement, { index, part }: Anchor, from: number): number {
  const row = rows.children[index - from];
  return row instanceof HTMLElement ? row.offsetTop + part * row.offsetHeight : rows.offsetHeight;
}
