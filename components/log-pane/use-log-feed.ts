"use client";

import { type RefObject, useEffect, useState } from "react";
import type { FeedState, LogFeed } from "@/lib/live/log-feed";
import { LogStore } from "@/lib/live/log-store";
import { DrawnState, useDrawn } from "./drawn-state.ts";

export interface LogFeedState {
  readonly store: LogStore;
  readonly state: FeedState;
  /** What of the store is to be rendered anew with new rows uses this. */
  readonly drawn: DrawnState;
  /** Renders changes made to the store without the feed. */
  readonly redraw: () => void;
}

/**
 * Collects a feed in a store and renders at most once per animation frame, however fast lines arrive. While
 * `hold` is true nothing is rendered: text is being selected.
 */
export function useLogFeed(feed: LogFeed, hold: RefObject<boolean>): LogFeedState {
  const [held, setHeld] = useState(() => collect(feed));
  if (held.feed !== feed) setHeld(collect(feed));
  const { store, drawn } = held;
  const state = useDrawn(drawn, () => drawn.state);

  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      if (hold.current) plan();
      else drawn.publish(store.version, feed.state);
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
  }, [feed, store, drawn, hold]);

  return { store, state, drawn, redraw: () => drawn.publish(store.version, feed.state) };
}

const collect = (feed: LogFeed) => ({ feed, store: new LogStore(), drawn: new DrawnState(feed.state) });
