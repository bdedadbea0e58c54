"use client";

import { type RefObject, useEffect, useState } from "react";
import type { FeedState, LogFeed } from "@/lib/live/log-feed";
import { LogStore } from "@/lib/live/log-store";

export interface LogFeedState {
  readonly store: LogStore;
  /** The store's version at the last render. */
  readonly version: number;
  readonly state: FeedState;
  /** Renders changes made to the store without the feed. */
  readonly redraw: () => void;
}

/**
 * Collects a feed in a store and renders at most once per animation frame, however fast lines arrive. While
 * `hold` is true nothing is rendered: text is being selected.
 */
export function useLogFeed(feed: LogFeed, hold: RefObject<boolean>): LogFeedState {
  const [held, setHeld] = useState(() => ({ feed, store: new LogStore() }));
  const [drawn, setDrawn] = useState({ version: 0, state: feed.state });
  if (held.feed !== feed) {
    setHeld({ feed, store: new LogStore() });
    setDrawn({ version: 0, state: feed.state });
  }
  const { store } = held;

  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      if (hold.current) plan();
      else setDrawn({ version: store.version, state: feed.state });
    };
    const plan = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const end = feed.subscribe((event) => {
      if (event.kind === "lines") store.addLines(event.epoch, event.lines);
      else if (event.kind === "gap") store.addGap(event.epoch, event.gap, event.source);
      else if (event.kind === "ended") store.addEnd(event.reason, event.source);
      else if (feed.state.log === "ended") store.addEnd(feed.state.reason);
      plan();
    });
    plan();
    return () => {
      end();
      cancelAnimationFrame(frame);
    };
  }, [feed, store, hold]);

  return {
    store,
    ...drawn,
    redraw: () => setDrawn({ version: store.version, state: feed.state }),
  };
}
