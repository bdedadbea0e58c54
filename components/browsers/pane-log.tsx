"use client";

import { useMemo } from "react";
import { useLiveClient } from "@/components/layout/live-connection";
import { LogPane } from "@/components/log-pane/log-pane";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { logTopic } from "@/lib/bff/live";
import { shortId } from "@/lib/format/short-id";
import { openLogFeed } from "@/lib/live/log-feed";
import type { TimeLock } from "@/lib/live/time-lock";
import { type Pane, paneTitle } from "./pane-layout.ts";
import { PaneOrigin } from "./pane-origin.tsx";
import { type PaneActs, PaneTools } from "./pane-tools.tsx";
import type { LineTarget } from "./use-pane-layout.ts";

/** One pane of the workbench: its feed, its name, its controls. */
export function PaneLog({
  session,
  pane,
  acts,
}: {
  session: string;
  pane: Pane;
  acts: PaneActs;
  /** Given while panes are scrolled together by time. */
  lock: TimeLock | undefined;
  target: LineTarget | undefined;
}) {
  const client = useLiveClient();
  const formatTime = useLogTime();
  const [first] = pane.sources;
  const { sources } = pane;
  const feed = useMemo(() => {
    const feeds = sources.map((source) =>
      openLogFeed(client, logTopic({ sessionId: source.session ?? session, log: source.log })),
    );
    return feeds[0];
  }, [client, session, sources]);
  if (feed === undefined) return null;
  const foreign = first?.session === undefined ? "" : ` · ${shortId(first.session)}`;
  return (
    <LogPane
      title={`${paneTitle(pane)}${foreign}`}
      feed={feed}
      formatTime={formatTime}
      subtitle={<PaneOrigin session={session} pane={pane} onChange={acts.change} />}
      tools={<PaneTools pane={pane} acts={acts} />}
    />
  );
}
