"use client";

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

export const rowHeightPx = 18;
const atEndPx = 2 * rowHeightPx;

/** Keeps the newest row in view while following; scrolling up pauses, the end follows again. */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  { drawing, endRow, firstRow }: { drawing: number; endRow: number; firstRow: number },
) {
  const [following, setFollowing] = useState(true);
  /** One above the newest row when the pane was paused. */
  const [pausedAt, setPausedAt] = useState(0);
  const [view, setView] = useState({ topPx: 0, heightPx: 600 });
  const drawnFirst = useRef(firstRow);

  const look = useCallback(() => {
    const element = box.current;
    if (element) setView({ topPx: element.scrollTop, heightPx: element.clientHeight });
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, look]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing is what may have moved the end
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Rows that went at the top must not move what is being read.
    const gone = firstRow - drawnFirst.current;
    drawnFirst.current = firstRow;
    if (following) element.scrollTop = element.scrollHeight;
    else if (gone > 0) element.scrollTop -= gone * rowHeightPx;
  }, [box, following, drawing, firstRow, view.heightPx]);

  const pause = () => {
    if (!following) return;
    setFollowing(false);
    setPausedAt(endRow);
  };
  const follow = () => setFollowing(true);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    look();
    const fromEndPx = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (fromEndPx > atEndPx) pause();
    else if (fromEndPx <= 1) follow();
  };
  return { following, newCount: following ? 0 : endRow - pausedAt, view, pause, follow, onScroll };
}
