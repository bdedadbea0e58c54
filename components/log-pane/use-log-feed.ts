"use client";

import { type RefObject, useCallback, useEffect, useState } from "react";
import type { FeedState, LogFeed } from "@/lib/live/log-feed";
import { LogStore } from "@/lib/live/log-store";
import { paces } from "@/lib/paces";
import { DrawnState, useDrawn } from "./drawn-state.ts";

export interface LogFeedState {
  readonly store: LogStore;
  readonly state: FeedState;
  /** What of the store has to be rendered again with new rows uses this. */
  readonly drawn: DrawnState;
  /** Renders changes made to the store without the feed. */
  readonly redraw: () => void;
}

/** More new rows than a window shows. */
const wholeWindowRows = 200;

/**
 * Collects a feed in a store and renders at most once per animation frame, however fast lines arrive; less often where
 * each time all rows would be new, which nobody can read. While `hold` is true nothing is rendered: text is being
 * selected.
 */
export function useLogFeed(feed: LogFeed, hold: RefObject<boolean>): LogFeedState {
  const [held, setHeld] = useState(() => collect(feed));
  if (held.feed !== feed) setHeld(collect(feed));
  const { store, drawn } = held;
  const state = useDrawn(drawn, () => drawn.state);

  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = Number.NEGATIVE_INFINITY;
    const isFloodNow = () => store.endRow - drawn.endRow >= wholeWindowRows;
    const draw = () => {
      frame = 0;
      if (hold.current) return void requestDraw();
      const isFlood = isFloodNow();
      lastMs = performance.now();
      // Also where no more lines come: what a flood leaves out is rendered then.
      if (isFlood) timer = setTimeout(requestDraw, paces.shown.floodMs);
      drawn.publish(store, feed.state, isFlood);
    };
    const requestDraw = () => {
      timer = undefined;
      frame = requestAnimationFrame(draw);
    };
    const plan = () => {
      if (frame !== 0 || timer !== undefined) return;
      const waitMs = isFloodNow() ? lastMs + paces.shown.floodMs - performance.now() : 0;
      if (waitMs > 0) timer = setTimeout(requestDraw, waitMs);
      else requestDraw();
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
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [feed, store, drawn, hold]);

  const redraw = useCallback(() => drawn.publish(store, feed.state), [drawn, store, feed]);
  return { store, state, drawn, redraw };
}

const collect = (feed: LogFeed) => ({ feed, store: new LogStore(), drawn: new DrawnState(feed.state) });
