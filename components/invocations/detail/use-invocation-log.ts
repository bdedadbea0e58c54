"use client";

import { useEffect, useMemo, useState } from "react";
import { useLiveClient } from "@/components/layout/live-connection";
import { logTopic, type TopicState } from "@/lib/bff/live";
import { type LogFeed, openLogFeed } from "@/lib/live/log-feed";
import { paces } from "@/lib/paces";
import { LogSummary, type LogSummaryState } from "./log-summary.ts";
import { loggedSessions, mergedLogs } from "./merged-logs.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

export interface InvocationLog extends LogSummaryState {
  readonly feed: LogFeed;
  /** State of the log; undefined until the dashboard has sent it with the lines so far. */
  readonly state: TopicState | undefined;
}

const nothing = new LogSummary().read();

/**
 * The log of an invocation: as a feed for a pane, and summed up, a few times a second at most. Where it is not needed,
 * nothing is loaded.
 */
export function useInvocationLog(id: string, isNeeded = true): InvocationLog {
  const client = useLiveClient();
  const feed = useMemo(() => openLogFeed(client, logTopic({ invocationId: id })), [client, id]);
  return useSummary(isNeeded ? feed : undefined) ?? { feed, state: undefined, ...nothing };
}

/** The logs of the browsers of an invocation in order of time, while they are needed and there are any. */
export function useBrowserLogs(sessions: InvocationSessions, isNeeded: boolean): InvocationLog | undefined {
  const client = useLiveClient();
  const ids = isNeeded ? loggedSessions(sessions) : "";
  return useSummary(useMemo(() => mergedLogs(client, undefined, ids), [client, ids]));
}

function useSummary(feed: LogFeed | undefined): InvocationLog | undefined {
  const [read, setRead] = useState<InvocationLog>();
  useEffect(() => {
    if (feed === undefined) return;
    const summary = new LogSummary();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = false;
    const publish = () => {
      clearTimeout(timer);
      timer = undefined;
      setRead({ feed, state: feed.state.log, ...summary.read() });
    };
    const end = feed.subscribe((event) => {
      if (event.kind === "lines") {
        summary.add(event.epoch, event.lines);
        if (isCurrent) timer ??= setTimeout(publish, paces.shown.searchMs);
      } else if (event.kind === "state") {
        // The state follows the lines that it is about.
        isCurrent = feed.state.log !== "connecting";
        publish();
      }
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [feed]);
  if (feed === undefined || read?.feed === feed) return feed && read;
  return { feed, state: undefined, ...nothing };
}
