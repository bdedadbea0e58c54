"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { LogRow, type LogRowProps, NoteRow } from "./log-row.tsx";
import { type Reveal, shiftToReveal } from "./reveal.ts";
import { beginRow, type RowView } from "./row-view.ts";
import {
  anchorAt,
  drawnRange,
  type Extent,
  placeOf,
  placesOf,
  rowPx,
  scrollHeightPx,
  shareOfRow,
  shareOfTopRow,
} from "./row-window.ts";

type Shared = Omit<LogRowProps, "number" | "stance" | "expanded" | "beforeMs">;

/** Rows of unknown height are measured only once drawn: so often a place is looked for before it is good enough. */
const maxTries = 6;

/** The scrolled rows. It draws those in sight and reports what the operator's scrolling means. */
export function LogRows({
  scroller,
  topRow,
  label,
  view,
  begin,
  following,
  onPause,
  onReachEnd,
  onScrollTo,
  reveal,
  stanceOf,
  deltas,
  expanded,
  ...shared
}: Shared & {
  scroller: RefObject<HTMLDivElement | null>;
  /** Is kept at the number of the row at the top of the window. */
  topRow: RefObject<number>;
  label: string;
  view: RowView;
  /** Text of the first row. */
  begin: string;
  following: boolean;
  /** The operator went up. */
  onPause: () => void;
  /** The operator came to the last row while paused. */
  onReachEnd: () => void;
  /** The operator scrolled to where this row is the one that is pinned. */
  onScrollTo: (number: number) => void;
  reveal: Reveal | undefined;
  stanceOf: (number: number) => LogRowProps["stance"];
  deltas: boolean;
  expanded: ReadonlySet<number>;
}) {
  const content = useRef<HTMLDivElement>(null);
  const [viewportPx, setViewportPx] = useState(0);
  const [share, setShare] = useState(1);
  /** Rows that fit the window although their heights are not equal: there is nothing to scroll. */
  const [fits, setFits] = useState(false);
  const last = useRef({ topPx: 0, rows: 0, gone: 0, following });
  const wish = useRef({ reveal, triesLeft: 0 });

  const uneven = shared.wrap || expanded.size > 0;
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
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller]);

  // The scroll position and the place of the drawn rows follow from what was drawn: only the DOM knows its heights.
  useLayoutEffect(() => {
    const element = scroller.current;
    const rows = content.current;
    if (element === null || rows === null || viewportPx === 0) return;
    const before = last.current;
    const roomPx = element.scrollHeight - element.clientHeight;
    const seen = viewportPx / Math.max(rowPx, rows.offsetHeight / Math.max(1, to - from));
    let topPx = element.scrollTop;
    if (reveal !== wish.current.reveal) wish.current = { reveal, triesLeft: reveal ? maxTries : 0 };
    const index = reveal === undefined ? -1 : view.indexOf(reveal.number);
    if (following) topPx = roomPx;
    else if (wish.current.triesLeft > 0 && (index < from || index >= to)) {
      wish.current.triesLeft -= 1;
      topPx = shareOfRow(index, extent) * roomPx;
    } else if (before.rows !== view.count || before.gone !== view.gone) {
      // Rows came or went while the operator reads: what is read stays where it is.
      const oldRoomPx = scrollHeightPx({ ...extent, rows: before.rows }) - viewportPx;
      const oldShare = before.following || oldRoomPx <= 0 ? 1 : before.topPx / oldRoomPx;
      const top = oldShare * Math.max(0, before.rows - seen) - (view.gone - before.gone);
      topPx = shareOfTopRow(top, seen, extent) * roomPx;
    }
    if (Math.abs(topPx - element.scrollTop) >= 1) element.scrollTop = topPx;
    topRow.current = view.numberAt(Math.ceil((following ? 1 : share) * Math.max(0, view.count - seen)));
    const nowShare = roomPx <= 0 ? 0 : element.scrollTop / roomPx;
    last.current = { topPx: element.scrollTop, rows: view.count, gone: view.gone, following };
    const whole = from === 0 && to === view.count && rows.offsetHeight <= viewportPx;
    if (uneven && whole !== fits) setFits(whole);
    if (!following && Math.abs(nowShare - share) > 1e-9) setShare(nowShare);
    const pinned = rows.children[anchor.index - from];
    const pinnedPx =
      pinned instanceof HTMLElement
        ? pinned.offsetTop + anchor.part * pinned.offsetHeight
        : rows.offsetHeight;
    const offsetPx = whole || roomPx <= 0 ? 0 : element.scrollTop + anchor.yPx - pinnedPx;
    rows.style.transform = `translateY(${Math.round(offsetPx)}px)`;
    const row = rows.children[index - from];
    const settled = !following && Math.abs(nowShare - share) <= 1e-9;
    if (!settled || wish.current.triesLeft === 0 || reveal === undefined || !(row instanceof HTMLElement))
      return;
    wish.current.triesLeft -= 1;
    const shiftPx = shiftToReveal(
      { topPx: row.offsetTop + offsetPx - element.scrollTop, heightPx: row.offsetHeight, viewportPx },
      reveal.place,
    );
    // Where the bar moves more or less than the rows do, the way is as much shorter or longer.
    const rowsPx = (rows.offsetHeight / Math.max(1, to - from)) * view.count - viewportPx;
    element.scrollTop += shiftPx * (roomPx / Math.max(1, rowsPx));
    last.current.topPx = element.scrollTop;
    if (Math.abs(shiftPx) < 1 || roomPx <= 0) wish.current.triesLeft = 0;
    else setShare(element.scrollTop / roomPx);
  });

  const tell = (at: number) => onScrollTo(view.numberAt(anchorAt(at, extent).index));

  const scrolled = () => {
    const element = scroller.current;
    if (element === null) return;
    const { topPx } = last.current;
    const now = element.scrollTop;
    const roomPx = element.scrollHeight - element.clientHeight;
    const atEnd = now >= roomPx - 2;
    if (following) {
      last.current.topPx = now;
      if (!atEnd && now < topPx - 1) {
        last.current.following = false;
        setShare(now / roomPx);
        onPause();
        tell(now / roomPx);
      }
      return;
    }
    // What we did ourselves comes back as an event, too.
    if (Math.abs(now - topPx) < 0.5) return;
    last.current.topPx = now;
    wish.current.triesLeft = 0;
    setShare(roomPx <= 0 ? 0 : now / roomPx);
    tell(roomPx <= 0 ? 0 : now / roomPx);
    if (atEnd && now > topPx) onReachEnd();
  };

  /** Time of the line above, as far as it is drawn with the others. */
  const timeBefore = (index: number) => {
    const row = deltas && index > 0 ? shared.store.row(view.numberAt(index - 1)) : undefined;
    return row?.kind === "line" && !Number.isNaN(row.atMs) ? row.atMs : undefined;
  };
  const drawn: number[] = [];
  for (let index = from; index < to; index += 1) drawn.push(view.numberAt(index));
  const [places, setPlaces] = useState({ base: 0, from: 0, to: 0 });
  const nowPlaces = placesOf(places, view.gone + from, view.gone + to);
  if (nowPlaces.from !== places.from || nowPlaces.to !== places.to) setPlaces(nowPlaces);

  return (
    <div
      ref={scroller}
      role="log"
      aria-live="off"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={scrolled}
      className="focus-inset relative min-h-0 [contain:inline-size] flex-1 overflow-auto overscroll-contain font-mono text-label leading-[18px] [overflow-anchor:none]"
    >
      <div
        style={{ height: heightPx }}
        className={shared.wrap ? "w-full overflow-clip" : "w-max min-w-full overflow-clip"}
      >
        <div ref={content} className={shared.wrap ? "w-full" : "w-max min-w-full"}>
          {drawn.map((number, at) =>
            number === beginRow ? (
              <NoteRow key="begin" tone="calm">
                {begin}
              </NoteRow>
            ) : (
              <LogRow
                key={placeOf(nowPlaces, view.gone + from + at)}
                {...shared}
                number={number}
                stance={stanceOf(number)}
                beforeMs={timeBefore(from + at)}
                expanded={expanded.has(number)}
              />
            ),
          )}
        </div>
      </div>
    </div>
  );
}
