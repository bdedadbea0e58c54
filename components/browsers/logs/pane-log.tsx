"use client";

import { useQueries } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useMemo } from "react";
import { namedIdHref } from "@/components/inventory/named-id-href";
import { useSessionNames } from "@/components/inventory/use-pins";
import { useOpenLog } from "@/components/layout/use-open-log";
import { LogPane } from "@/components/log-pane/log-pane";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { loadPart } from "@/components/ui/load-part";
import { withBasePath } from "@/lib/bff/base-path";
import { type LogTopic, logTopic } from "@/lib/bff/live";
import type { TelemetryView } from "@/lib/bff/telemetry-view";
import { shortId } from "@/lib/format/short-id";
import type { LineName } from "@/lib/live/line-hash";
import type { LogFeed } from "@/lib/live/log-feed";
import { mergeFeeds } from "@/lib/live/merged-feed";
import type { StoredFeed } from "@/lib/live/stored-feed";
import type { TimeLock } from "@/lib/live/time-lock";
import { logLinePath, paths } from "@/lib/paths";
import { browserQueries, hasEnded, paceOfBrowser } from "@/lib/queries/browsers";
import { sessionOriginQuery } from "@/lib/queries/session-origin";
import { telemetryFeed } from "@/lib/telemetry/telemetry-feed";
import { writeLayout } from "../panes/pane-address.ts";
import {
  layoutOf,
  logName,
  otherSessionsOf,
  type Pane,
  type PaneContent,
  type PaneSource,
  paneName,
} from "../panes/pane-layout.ts";
import { type PaneActions, usePaneTools } from "../panes/pane-tools.tsx";
import { PaneOrigin } from "./pane-origin.tsx";
import { useEmptyNote } from "./use-empty-note.tsx";

// Most panes show lines: the table of requests loads when one is opened.
const NetworkPane = dynamic(
  loadPart(() => import("../network/network-pane.tsx").then(({ NetworkPane: pane }) => pane)),
  {
    ssr: false,
  },
);

/** One log pane: its feed, name and controls. */
export function PaneLog({
  session,
  liveAtMs,
  hasEnded: hasOwnEnded,
  pane,
  acts,
  lock,
  target,
  failedOnly,
}: {
  session: string;
  /** When the session was last read as live, in epoch milliseconds; undefined while it is not known to be. */
  liveAtMs: number | undefined;
  /** Whether the session is known to have ended. */
  hasEnded: boolean;
  pane: Pane;
  acts: PaneActions;
  /** Set while panes scroll together by time. */
  lock: TimeLock | undefined;
  target: LineName | undefined;
  /** A link asks for failed requests alone. */
  failedOnly: boolean;
}) {
  const openLog = useOpenLog();
  const formatTime = useLogTime();
  const { sources, skewMs } = pane;
  // Equal sources must keep one feed across renders.
  const names = JSON.stringify(sources.map((source) => [source.session, source.log]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` says which sources
  const opened = useMemo(() => feedOf(openLog, session, sources), [openLog, session, names]);
  const others = useLiveTimes(otherSessionsOf([pane]));
  useEffect(
    () => opened.setLive(new Map([...others, [session, liveAtMs]])),
    [opened, session, liveAtMs, others],
  );
  const { feed } = opened;
  const timeLock = useMemo(() => (lock === undefined ? undefined : { lock, skewMs }), [lock, skewMs]);
  const nameOf = useSessionNames(otherSessionsOf([pane]));
  const [first] = sources;
  const of = first?.session ?? session;
  const emptyNote = useEmptyNote(of, session, sources.length === 1 ? viewOf(first) : undefined);
  const tools = usePaneTools(pane, acts);
  if (feed === undefined) return null;
  const shared = {
    feed,
    formatTime,
    target,
    timeLock,
    emptyNote,
    title: paneName(pane, nameOf),
    subtitle: <PaneOrigin session={session} pane={pane} onChange={acts.change} />,
    ...tools,
    permalinkOf: (line: LineName) =>
      new URL(withBasePath(linkTo(session, pane, line)), window.location.origin).href,
  };
  return viewOf(first) === "network" ? (
    <NetworkPane
      {...shared}
      hasEnded={of === session ? hasOwnEnded : others.has(of) && others.get(of) === undefined}
      failedOnly={failedOnly}
      fileName={`network-${of}`}
    />
  ) : (
    <LogPane {...shared} ofId={of} hrefOfId={namedIdHref} />
  );
}

/** When each session was last read as live, epoch milliseconds; undefined for those that have ended, none while unknown. */
function useLiveTimes(ids: readonly string[]): ReadonlyMap<string, number | undefined> {
  const unique = [...new Set(ids)];
  const origins = useQueries({ queries: unique.map(sessionOriginQuery) });
  const reads = useQueries({
    queries: unique.map((id, index) => ({
      ...browserQueries.detail(id),
      refetchInterval: ({ state }: { state: Parameters<typeof paceOfBrowser>[0] }) =>
        paceOfBrowser(state, origins[index]?.data?.data),
    })),
  });
  return new Map(
    reads.flatMap(({ data, error }, index): [string, number | undefined][] => {
      const id = unique[index];
      if (id === undefined) return [];
      if (hasEnded({ data, error })) return [[id, undefined]];
      return data === undefined ? [] : [[id, data.observedAtMs]];
    }),
  );
}

/** The feed of the sources, if there are any; `setLive` says when each session was read as live. */
function feedOf(openLog: ReturnType<typeof useOpenLog>, session: string, sources: readonly PaneSource[]) {
  const opened: { readonly sessionId: string; readonly log: StoredFeed }[] = [];
  const feeds = sources.map((source) => {
    const sessionId = source.session ?? session;
    const log = openLog(logTopic(logParts(sessionId, source.log)));
    opened.push({ sessionId, log });
    const feed = shownFeed(source, log);
    const label =
      source.session === undefined ? logName(source.log) : `${logName(source.log)} · ${shortId(sessionId)}`;
    return { label, feed };
  });
  return {
    feed: feeds.length > 1 ? mergeFeeds(feeds) : feeds[0]?.feed,
    setLive(times: ReadonlyMap<string, number | undefined>) {
      for (const { sessionId, log } of opened) log.setLive(times.get(sessionId));
    },
  };
}

const viewOf = (source: PaneSource | undefined): TelemetryView | undefined =>
  source?.log.source === "telemetry" ? source.log.view : undefined;

/** Views of telemetry show their own events of it; requests are put together by their pane. */
function shownFeed(source: PaneSource, feed: LogFeed): LogFeed {
  const view = viewOf(source);
  return view === undefined || view === "network" ? feed : telemetryFeed(feed, view);
}

const logParts = (sessionId: string, log: PaneContent): LogTopic =>
  log.source === "telemetry" ? { sessionId, log: { source: log.source } } : { sessionId, log };

/** The address of a line: the API's own parameters for one log, the pane's for merged ones. */
function linkTo(session: string, pane: Pane, { at, hash }: LineName): string {
  const [source, ...others] = pane.sources;
  if (source === undefined || others.length > 0) {
    return paths.browser(session, { panes: writeLayout(layoutOf({ ...pane, skewMs: 0 })), at, line: hash });
  }
  return logLinePath(logParts(source.session ?? session, source.log), { at, hash }, viewOf(source));
}
