"use client";

import { useEffect, useMemo, useState } from "react";
import { useOpenLog } from "@/components/layout/use-open-log";
import { logTopic, type TopicState } from "@/lib/bff/live";
import { type Invocation, isOpen } from "@/lib/contract/invocations";
import type { LogFeed } from "@/lib/live/log-feed";
import { paces } from "@/lib/paces";
import { LogSummary, type LogSummaryState } from "./log-summary.ts";
import { type Failures, loggedSessions, mergedLogs } from "./merged-logs.ts";
import { type InvocationSessions, useInvocationSessions } from "./use-invocation-sessions.ts";

export interface InvocationLog extends LogSummaryState {
  /** State of the log; undefined until the dashboard has sent it with the lines so far. */
  readonly state: TopicState | undefined;
  /** Reason of the state, if any. */
  readonly reason: string | null;
}

const nothing: InvocationLog = { state: undefined, reason: null, ...new LogSummary().read() };

/**
 * The log of an invocation (`ownLog`) and its sessions; `log` is that log or, where the API has none (`isAbsent`), the
 * logs of its browsers in order of time, if it has any. Each is summed up a few times a second at most. A log that is
 * not needed is not loaded.
 */
export function useInvocationLog(invocation: Invocation, isNeeded = true) {
  const { id } = invocation;
  const openLog = useOpenLog();
  const feed = useMemo(() => openLog(logTopic({ invocationId: id })), [openLog, id]);
  const ownLog = useSummary(isNeeded ? feed : undefined) ?? nothing;
  const sessions = useInvocationSessions(id, isOpen(invocation), ownLog.sessions);
  const isAbsent = ownLog.state === "unavailable" && ownLog.newest.length === 0;
  const browserLogs = useSummary(useMergedLogs(sessions, { ids: isAbsent ? loggedSessions(sessions) : "" }));
  return { ownLog, isAbsent, log: browserLogs ?? ownLog, sessions };
}

/** The logs of the browsers `ids` of an invocation as one, with its own log where `invocationId` names it; undefined without ids. */
export function useMergedLogs(
  sessions: InvocationSessions,
  { ids, invocationId, failures }: { ids: string; invocationId?: string | undefined; failures?: Failures },
): LogFeed | undefined {
  const openLog = useOpenLog();
  const logs = useMemo(
    () => mergedLogs(openLog, invocationId, ids, failures),
    [openLog, invocationId, ids, failures],
  );
  useEffect(() => logs?.setLive(sessions), [logs, sessions]);
  return logs?.feed;
}

function useSummary(feed: LogFeed | undefined): InvocationLog | undefined {
  const [read, setRead] = useState<{ feed: LogFeed; log: InvocationLog }>();
  useEffect(() => {
    if (feed === undefined) return;
    const summary = new LogSummary();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = false;
    const publish = () => {
      clearTimeout(timer);
      timer = undefined;
      const { log: state, reason } = feed.state;
      setRead({ feed, log: { state, reason, ...summary.read() } });
    };
    const end = feed.subscribe((event) => {
      if (event.kind === "lines") {
        summary.add(event.lines);
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
  if (feed === undefined) return undefined;
  return read?.feed === feed ? read.log : nothing;
}
