// Frames as text of the event stream. Each is JSON on one data line, so the content of a log line cannot end a frame or
// start another.
import type { LiveFrame, LogGap, Topic } from "../../bff/live.ts";
import { paces } from "../kernel/paces.ts";
import type { RingEntry } from "./ring.ts";

const event = (json: string): string => `data: ${json}\n\n`;

/** One frame as an event of the stream. */
export const frameText = (frame: LiveFrame): string => event(JSON.stringify(frame));

/** Sent first: the reconnection delay of a plain EventSource, and bytes that make buffering proxies flush. */
export const preamble = `: fleetdeck\nretry: ${paces.live.eventSourceRetryMs}\n\n`;

/** An empty comment, which keeps idle connections open. */
export const heartbeat = ": \n\n";

/** A gap frame of a log topic; `epoch` identifies the ring that the gap's id belongs to. */
export const gapText = (topic: Topic, epoch: string, gap: LogGap): string =>
  frameText({ kind: "gap", topic, epoch, gap });

/** Ring entries as frames: consecutive lines share one, each gap has its own. Reuses the JSON encoded by the ring. */
export function entriesText(topic: Topic, epoch: string, entries: readonly RingEntry[]): string {
  const start = `"topic":${JSON.stringify(topic)},"epoch":${JSON.stringify(epoch)}`;
  let text = "";
  let lines: string[] = [];
  const flushLines = () => {
    if (lines.length > 0) text += event(`{"kind":"lines",${start},"lines":[${lines.join(",")}]}`);
    lines = [];
  };
  for (const entry of entries) {
    if (entry.kind === "line") lines.push(entry.json);
    else {
      flushLines();
      text += event(`{"kind":"gap",${start},"gap":${entry.json}}`);
    }
  }
  flushLines();
  return text;
}
