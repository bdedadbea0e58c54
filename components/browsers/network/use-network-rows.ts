"use client";

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { placeAt, screenYOf } from "@/components/log-pane/reveal";
import { headPx, rowPx, type TableLayout, tableLayout } from "./network-columns.ts";

export interface NetworkRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What has the focus. */
  readonly table: RefObject<HTMLTableElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly layout: TableLayout;
  readonly onScroll: () => void;
  /** Whether the last row is in view. */
  readonly isAtEnd: () => boolean;
  /** Scrolls to a row: as little as needed, or to the height in the window, else into the middle. */
  readonly reveal: (index: number, where: "nearest" | { readonly screenY: number | undefined }) => void;
  /** Height in the window of a row; undefined while it is not drawn. */
  readonly heightOf: (index: number) => number | undefined;
  /** Rows that fit the window. */
  readonly pageRows: () => number;
}

/**
 * Which requests are drawn. With `following` the newest stay in view. `scrolled` is called when the operator scrolled:
 * with the row at the same fraction of the list as the scroll position, and whether that is its end.
 */
export function useNetworkRows({
  count,
  droppedCount,
  following,
  scrolled,
}: {
  count: number;
  /** Requests that were dropped at the old end. */
  droppedCount: number;
  following: boolean;
  scrolled: (index: number, isAtEnd: boolean) => void;
}): NetworkRows {
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [layout, setLayout] = useState<TableLayout>("wide");
  const heightPx = rowPx[layout];
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    overscan: 6,
    paddingStart: headPx,
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setLayout(tableLayout(element.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are as tall as the layout says
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heightPx]);

  /** Where this hook scrolled to itself. */
  const ownPx = useRef(0);
  const scrollTo = (element: HTMLElement, topPx: number) => {
    element.scrollTop = topPx;
    ownPx.current = element.scrollTop;
  };
  const lastDropped = useRef(droppedCount);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const dropped = droppedCount - lastDropped.current;
    lastDropped.current = droppedCount;
    if (following) scrollTo(element, element.scrollHeight);
    else if (dropped > 0) scrollTo(element, element.scrollTop - dropped * heightPx);
  });

  const isAtEnd = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    return scrollTop >= scrollHeight - clientHeight - 2;
  };
  const windowPx = () => Math.max(0, (scroller.current?.clientHeight ?? 0) - headPx);
  return {
    scroller,
    table,
    virtualizer,
    layout,
    onScroll() {
      const element = scroller.current;
      if (element === null || Math.abs(element.scrollTop - ownPx.current) < 1) return;
      ownPx.current = element.scrollTop;
      const scrollablePx = element.scrollHeight - element.clientHeight;
      if (scrollablePx <= 0) return;
      const share = element.scrollTop / scrollablePx;
      scrolled(Math.min(count - 1, Math.floor(share * count)), isAtEnd());
    },
    isAtEnd,
    heightOf: (index) =>
      screenYOf(table.current?.querySelector(`[aria-rowindex="${index + 2}"]`), scroller.current),
    reveal(index, where) {
      const element = scroller.current;
      if (element === null) return;
      const topPx = index * heightPx;
      if (where !== "nearest") {
        const place = placeAt(where.screenY, element, heightPx);
        const offsetPx = typeof place === "number" ? place - headPx : (windowPx() - heightPx) / 2;
        return scrollTo(element, topPx - offsetPx);
      }
      const endPx = topPx + heightPx - windowPx();
      if (topPx < element.scrollTop) scrollTo(element, topPx);
      else if (endPx > element.scrollTop) scrollTo(element, endPx);
    },
    pageRows: () => Math.max(1, Math.floor(windowPx() / heightPx) - 1),
  };
}
