"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type LineLayout, lineLayout } from "./line-columns.ts";
import { type Reveal, shiftToReveal } from "./reveal.ts";
import type { RowView } from "./row-view.ts";
import {
  anchorAt,
  drawnRange,
  type Extent,
  rowPx,
  scrollHeightPx,
  shareOfRow,
  shareOfTopRow,
} from "./row-window.ts";

/** What scrolls, and who is notified of it. */
export interface ScrolledRows {
  scroller: RefObject<HTMLDivElement | null>;
  /** Updated with the number of the row at the top of the window. */
  topRow: RefObject<number>;
  view: RowView;
  following: boolean;
  /** The operator scrolled up. */
  onPause: () => void;
  /** The operator reached the last row while paused. */
  onReachEnd: () => void;
  /** The operator scrolled to where this row is pinned. */
  onScrollTo: (number: number) => void;
  reveal: Reveal | undefined;
  /** Long lines are wrapped as the operator chose. */
  wrapsLines: boolean;
  hasExpandedRows: boolean;
}

/**
 * Rows of unknown height are measured only once rendered: attempts to reach a position before it is accepted.
 */
const maxTries = 6;

/**
 * Which rows are drawn, and where: keeps the scroll position in step with following, revealing and rows that come and
 * go, and reports the operator's own scrolling.
 */
export function useScrolledRows({
  scroller,
  topRow,
  view,
  following,
  onPause,
  onReachEnd,
  onScrollTo,
  reveal,
  wrapsLines,
  hasExpandedRows,
}: ScrolledRows) {
  const content = useRef<HTMLDivElement>(null);
  const [viewportPx, setViewportPx] = useState(0);
  const [layout, setLayout] = useState<LineLayout>("wide");
  const [share, setShare] = useState(1);
  /** The rows fit the window although their heights differ: nothing to scroll. */
  const [fits, setFits] = useState(false);
  const last = useRef({ topPx: 0, rows: 0, gone: 0, following });
  const revealing = useRef({ reveal, triesLeft: 0 });

  const wrap = wrapsLines || layout === "stacked";
  const uneven = wrap || hasExpandedRows;
  const extent: Extent = { rows: view.count, viewportPx, uneven: uneven && !fits };
  const heightPx = uneven && fits ? viewportPx : scrollHeightPx(extent);
  const anchor = anchorAt(following ? 1 : share, extent);
  const [from, to] = drawnRange(anchor, extent);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      element.style.setProperty("--pane-width", `${element.clientWidth}px`);
      setViewportPx(element.clientHeight);
      setLayout(lineLayout(element.clientWidth));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller]);

  // Scroll position and row offsets follow from the rendered rows: only the DOM has their heights.
  useLayoutEffect(() => {
    const element = scroller.current;
    const rows = content.current;
    if (element === null || rows === null || viewportPx === 0) return;
    const before = last.current;
    const scrollablePx = element.scrollHeight - element.clientHeight;
    const visibleRows = viewportPx / Math.max(rowPx, rows.offsetHeight / Math.max(1, to - from));
    let topPx = element.scrollTop;
    if (reveal !== revealing.current.reveal) revealing.current = { reveal, triesLeft: reveal ? maxTries : 0 };
    const index = reveal === undefined ? -1 : view.indexOf(reveal.number);
    if (following) topPx = scrollablePx;
    else if (revealing.current.triesLeft > 0 && (index < from || index >= to)) {
      revealing.current.triesLeft -= 1;
      topPx = shareOfRow(index, extent) * scrollablePx;
    } else if (before.rows !== view.count || before.gone !== view.evictedRows) {
      // Rows were added or removed while the operator reads: the visible rows stay in place.
      const oldScrollablePx = scrollHeightPx({ ...extent, rows: before.rows }) - viewportPx;
      const oldShare = before.following || oldScrollablePx <= 0 ? 1 : before.topPx / oldScrollablePx;
      const top = oldShare * Math.max(0, before.rows - visibleRows) - (view.evictedRows - before.gone);
      topPx = shareOfTopRow(top, visibleRows, extent) * scrollablePx;
    }
    if (Math.abs(topPx - element.scrollTop) >= 1) element.scrollTop = topPx;
    topRow.current = view.numberAt(
      Math.ceil((following ? 1 : share) * Math.max(0, view.count - visibleRows)),
    );
    const nowShare = scrollablePx <= 0 ? 0 : element.scrollTop / scrollablePx;
    last.current = { topPx: element.scrollTop, rows: view.count, gone: view.evictedRows, following };
    const showsAll = from === 0 && to === view.count && rows.offsetHeight <= viewportPx;
    if (uneven && showsAll !== fits) setFits(showsAll);
    if (!following && Math.abs(nowShare - share) > 1e-9) setShare(nowShare);
    const pinned = rows.children[anchor.index - from];
    const pinnedPx =
      pinned instanceof HTMLElement
        ? pinned.offsetTop + anchor.part * pinned.offsetHeight
        : rows.offsetHeight;
    const offsetPx = showsAll || scrollablePx <= 0 ? 0 : element.scrollTop + anchor.yPx - pinnedPx;
    rows.style.transform = `translateY(${Math.round(offsetPx)}px)`;
    const row = rows.children[index - from];
    const settled = !following && Math.abs(nowShare - share) <= 1e-9;
    if (
      !settled ||
      revealing.current.triesLeft === 0 ||
      reveal === undefined ||
      !(row instanceof HTMLElement)
    )
      return;
    revealing.current.triesLeft -= 1;
    const shiftPx = shiftToReveal(
      { topPx: row.offsetTop + offsetPx - element.scrollTop, heightPx: row.offsetHeight, viewportPx },
      reveal.align,
    );
    // When the scroll bar moves at another rate than the rows, the distance is scaled accordingly.
    const rowsPx = (rows.offsetHeight / Math.max(1, to - from)) * view.count - viewportPx;
    element.scrollTop += shiftPx * (scrollablePx / Math.max(1, rowsPx));
    last.current.topPx = element.scrollTop;
    if (Math.abs(shiftPx) < 1 || scrollablePx <= 0) revealing.current.triesLeft = 0;
    else setShare(element.scrollTop / scrollablePx);
  });

  const reportScroll = (at: number) => onScrollTo(view.numberAt(anchorAt(at, extent).index));

  const scrolled = () => {
    const element = scroller.current;
    if (element === null) return;
    const { topPx } = last.current;
    const now = element.scrollTop;
    const scrollablePx = element.scrollHeight - element.clientHeight;
    const atEnd = now >= scrollablePx - 2;
    if (following) {
      last.current.topPx = now;
      if (!atEnd && now < topPx - 1) {
        last.current.following = false;
        setShare(now / scrollablePx);
        onPause();
        reportScroll(now / scrollablePx);
      }
      return;
    }
    // Ignores the event caused by our own scrolling.
    if (Math.abs(now - topPx) < 0.5) return;
    last.current.topPx = now;
    revealing.current.triesLeft = 0;
    setShare(scrollablePx <= 0 ? 0 : now / scrollablePx);
    reportScroll(scrollablePx <= 0 ? 0 : now / scrollablePx);
    if (atEnd && now > topPx) onReachEnd();
  };

  return { content, from, to, heightPx, wrap, layout, scrolled };
}
