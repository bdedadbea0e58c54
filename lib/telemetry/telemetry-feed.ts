// A view of a browser's telemetry as a log: the feed of its events, of which each line is the text of one event.
import { type TelemetryView, viewOfCategory } from "../bff/telemetry-view.ts";
import { Continuity } from "../live/log-continuity.ts";
import type { FeedEvent, FeedLine, LogFeed } from "../live/log-feed.ts";
import { stackOf } from "./stack-lines.ts";
import { isFailedRequest, readTelemetryLine, telemetryText } from "./telemetry-line.ts";

/** Views whose events are lines of their own; a request is put together from several events. */
export type TelemetryLinesView = Exclude<TelemetryView, "network">;

/**
 * The events of a view as lines, from the feed of a `telemetry:` topic. The console has failed requests, too, as consoles
 * of browsers do. Lines and gaps are renumbered, from 1 on for each subscription, because other views' are left out.
 */
export function telemetryFeed(feed: LogFeed, view: TelemetryLinesView): LogFeed {
  let subscriptions = 0;
  return {
    get state() {
      return feed.state;
    },
    retry: () => feed.retry?.(),
    subscribe(listener) {
      subscriptions += 1;
      const map = mapEvents(view, `${view}${subscriptions}`, listener);
      return feed.subscribe(map);
    },
  };
}

function mapEvents(view: TelemetryLinesView, epoch: string, listener: (event: FeedEvent) => void) {
  const continuity = new Continuity();
  let lastId = 0;
  let lines: FeedLine[] = [];
  const flush = () => {
    if (lines.length > 0) listener({ kind: "lines", epoch, lines });
    lines = [];
  };
  const addGap = (gap: Extract<FeedEvent, { kind: "gap" }>["gap"]) => {
    flush();
    lastId += 1;
    listener({ kind: "gap", epoch, gap: { ...gap, id: lastId } });
  };
  return (event: FeedEvent) => {
    switch (event.kind) {
      case "lines":
        for (const line of event.lines) {
          if (!continuity.acceptLine(event.epoch, line.id, line.at, addGap)) continue;
          const shown = lineOf(line, view);
          if (shown === undefined) continue;
          lastId += 1;
          lines.push({ ...shown, id: lastId });
        }
        flush();
        break;
      case "gap":
        if (continuity.acceptGap(event.epoch, event.gap)) addGap(event.gap);
        break;
      case "ended":
      case "state":
        listener(event);
    }
  };
}

/** The line of an event; undefined for an event of another view. */
function lineOf(line: FeedLine, view: TelemetryLinesView): FeedLine | undefined {
  const record = readTelemetryLine(line.text);
  if (record === undefined)
    return view === "activity"
      ? { ...line, text: `[warn] [telemetry] Unreadable event: ${line.text.slice(0, 200)}` }
      : undefined;
  const isShown =
    viewOfCategory(record.event.category) === view || (view === "console" && isFailedRequest(record));
  if (!isShown) return undefined;
  const stack = stackOf(record);
  // Events carry the time of their capture; when the dashboard received them is not known.
  const received = line.received ?? line.at;
  return { ...line, text: telemetryText(record), received, ...(stack !== undefined && { stack }) };
}
