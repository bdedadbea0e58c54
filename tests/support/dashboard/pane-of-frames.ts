// What a log pane shows of the frames of several streams.
import type { LiveFrame, LogGap, Topic } from "../../../lib/bff/live.ts";
import { systemClock } from "../../../lib/clock.ts";
import { LiveClient } from "../../../lib/live/live-client.ts";
import { openStoredFeed } from "../../../lib/live/stored-feed.ts";
import type { StoredLogReader } from "../../../lib/live/stored-log-reading.ts";
import type { TransportEvents } from "../../../lib/live/transport.ts";
import { waitUntil } from "../wait-until.ts";

/** A dashboard that has no stored log. */
export const nothingStored: StoredLogReader = {
  find: async () => undefined,
  readLines: () => Promise.reject(new Error("nothing is stored")),
};

/** The lines and gaps of a log that is not stored, in order; each stream continues the one before. */
export async function paneOfFrames(
  topic: Topic,
  ...streams: readonly (readonly LiveFrame[])[]
): Promise<(string | LogGap)[]> {
  let transport: TransportEvents | undefined;
  const ignored = () => undefined;
  const client = new LiveClient({
    clock: systemClock,
    connect(events) {
      transport = events;
      return { subscribe: ignored, unsubscribe: ignored, hurry: ignored, close: ignored };
    },
  });
  const shown: (string | LogGap)[] = [];
  openStoredFeed({ client, reader: nothingStored }, topic).subscribe((event) => {
    if (event.kind === "lines") shown.push(...event.lines.map(({ text }) => text));
    else if (event.kind === "gap") shown.push(event.gap);
  });
  await waitUntil("the live stream is requested", () => transport !== undefined);
  for (const frames of streams) {
    transport?.opened(transport.requests());
    for (const frame of frames) transport?.frame(frame);
  }
  client.close();
  return shown;
}
