"use client";

import { useEffect, useMemo, useState } from "react";
import { useLiveClient } from "@/components/layout/live-connection";
import { type LogLine, logTopic, type TopicState } from "@/lib/bff/live";
import { type LineMark, LineMarks } from "@/lib/live/line-marks";
import { type LogFeed, openLogFeed } from "@/lib/live/log-feed";
import { paces } from "@/lib/paces";

/** The newest lines kept for a summary; the pane keeps its own. */
const keptLines = 200;

export interface InvocationLog {
  readonly feed: LogFeed;
  /** State of the log; undefined until the dashboard has sent it with the lines so far. */
  readonly state: TopicState | undefined;
  /** The newest lines. */
  readonly newest: readonly LogLine[];
  /** Its lines on a time axis. */
  readonly marks: readonly LineMark[];
  /** Time of its earliest line with an error, epoch milliseconds. */
  readonly firstErrorMs: number | undefined;
}

const nothing = { state: undefined, newest: [], marks: [], firstErrorMs: undefined } as const;

/** The log of an invocation: as a feed for a pane, and summed up, a few times a second at most. */
export function useInvocationLog(id: string): InvocationLog {
  const client = useLiveClient();
  const feed = useMemo(() => openLogFeed(client, logTopic({ invocationId: id })), [client, id]);
  const [read, setRead] = useState<InvocationLog>();
  useEffect(() => {
    let newest: readonly LogLine[] = [];
    let marks = new LineMarks();
    let epoch: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = false;
    const publish = () => {
      clearTimeout(timer);
      timer = undefined;
      setRead({ feed, state: feed.state.log, newest, marks: marks.list(), firstErrorMs: marks.firstErrorMs });
    };
    const end = feed.subscribe((event) => {
      if (event.kind === "lines") {
        // A log that began anew sends its lines again.
        if (event.epoch !== epoch) marks = new LineMarks();
        epoch = event.epoch;
        for (const { at, text } of event.lines) marks.add(Date.parse(at), text);
        newest = [...newest, ...event.lines].slice(-keptLines);
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
  return read?.feed === feed ? read : { feed, ...nothing };
}
