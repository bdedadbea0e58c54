// Frames as text of the event stream: each is JSON on one data line, so nothing inside a log line can end it or
// begin another.
import type { LiveFrame, LogGap, Topic } from "../../bff/live.ts";
import { paces } from "../paces.ts";
import type { RingEntry } from "./ring.ts";

const event = (json: string): string => `data: ${json}\n\n`;

export const frameText = (frame: LiveFrame): string => event(JSON.stringify(frame));

/** Sent first: how long a plain EventSource would wait, and something to flush through every proxy. */
export const preamble = `: fleetdeck\nretry: ${paces.live.eventSourceRetryMs}\n\n`;
export const heartbeat = ": \n\n";

export const gapText = (topic: Topic, epoch: string, gap: LogGap): string =>
  frameText({ kind: "gap", topic, epoch, gap });

/** Ring entries as frames: runs of lines together, each gap alone. Uses the JSON the ring made once for all. */
export function entriesText(topic: Topic, epoch: string, entries: readonly RingEntry[]): string {
  const start = `"topic":${JSON.stringify(topic)},"epoch":${JSON.stringify(epoch)}`;
  let text = "";
  let run: string[] = [];
  const endRun = () => {
    if (run.length > 0) text += event(`{"kind":"lines",${start},"lines":[${run.join(",")}]}`);
    run = [];
  };
  for (const entry of entries) {
    if (entry.kind === "line") run.push(entry.json);
    else {
      endRun();
      text += event(`{"kind":"gap",${start},"gap":${entry.json}}`);
    }
  }
  endRun();
  return text;
}
