"use client";

import { useEffect, useState } from "react";
import type { FeedState, LogFeed } from "@/lib/live/log-feed";
import { NetworkLog } from "@/lib/telemetry/network-log";

export interface NetworkLogState {
  readonly log: NetworkLog;
  /** The log's version at the last render. */
  readonly version: number;
  readonly state: FeedState;
}

/** Collects the requests of a feed and renders at most once per animation frame, however fast events arrive. */
export function useNetworkLog(feed: LogFeed): NetworkLogState {
  const [held, setHeld] = useState(() => ({ feed, log: new NetworkLog() }));
  const [drawn, setDrawn] = useState({ version: 0, state: feed.state });
  if (held.feed !== feed) {
    setHeld({ feed, log: new NetworkLog() });
    setDrawn({ version: 0, state: feed.state });
  }
  const { log } = held;

  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      setDrawn((last) =>
        last.version === log.version && last.state === feed.state
          ? last
          : { version: log.version, state: feed.state },
      );
    };
    const plan = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const end = feed.subscribe((event) => {
      log.add(event);
      const { log: state, reason } = feed.state;
      if (event.kind === "state") log.setEnd(state === "ended" ? { reason } : undefined);
      plan();
    });
    plan();
    return () => {
      end();
      cancelAnimationFrame(frame);
    };
  }, [feed, log]);

  return { log, ...drawn };
}
