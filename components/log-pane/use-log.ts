"use client";

import { useCallback, useEffect, useState } from "react";
import type { FeedState, LogFeed } from "@/lib/live/log-feed";
import { LogStore } from "@/lib/live/log-store";

export interface Log {
  store: LogStore;
  state: FeedState;
  /** Changes with every draw: at most one per animation frame, however many lines came. */
  drawing: number;
  redraw: () => void;
}

/** The rows of a feed, kept while the pane shows it. */
export function useLog(feed: LogFeed): Log {
  const [log, setLog] = useState(() => ({ feed, store: new LogStore(), drawing: 0 }));
  if (log.feed !== feed) setLog({ feed, store: new LogStore(), drawing: 0 });
  const { store } = log;
  const redraw = useCallback(() => setLog((now) => ({ ...now, drawing: now.drawing + 1 })), []);

  // The stream is the external system: one subscription per feed, one draw per frame.
  useEffect(() => {
    let frame = 0;
    const leave = feed.subscribe((event) => {
      if (event.kind === "lines") store.addLines(event.epoch, event.lines);
      else if (event.kind === "gap") store.addGap(event.epoch, event.gap);
      else if (feed.state.log === "ended") store.addEnd(Date.now(), feed.state.reason);
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        redraw();
      });
    });
    return () => {
      leave();
      cancelAnimationFrame(frame);
    };
  }, [feed, store, redraw]);

  return { store, state: feed.state, drawing: log.drawing, redraw };
}
