// The requests in stored telemetry as an HTTP Archive, written while the telemetry is read.
import { harOf } from "../../telemetry/har.ts";
import { NetworkRequests } from "../../telemetry/network-requests.ts";
import { readTelemetryLine } from "../../telemetry/telemetry-line.ts";
import type { ReadEntry } from "../stored-logs/stored-log-chunks.ts";

/** Only requests without an end are in memory; a request is written when it has ended, those without an end last. */
export async function* harFile(chunks: AsyncIterable<readonly ReadEntry[]>): AsyncGenerator<string> {
  const { entries: _, ...log } = harOf([]).log;
  yield `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  const requests = new NetworkRequests();
  let separator = "\n";
  const written = (items: Parameters<typeof harOf>[0]) =>
    harOf(items)
      .log.entries.map((entry) => {
        const text = `${separator}${JSON.stringify(entry)}`;
        separator = ",\n";
        return text;
      })
      .join("");
  for await (const entries of chunks) {
    for (const entry of entries) {
      const record = entry.kind === "line" ? readTelemetryLine(entry.text) : undefined;
      if (record !== undefined) requests.add(record);
    }
    yield written(requests.takeEnded());
  }
  yield `${written(requests.items)}\n]}}\n`;
}
