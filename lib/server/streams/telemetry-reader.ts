// The upstream's stream of telemetry as batches of events, one batch per received chunk. Memory is bounded: an event that
// is too long is left out, which the number of the next one shows.
import { createParser } from "eventsource-parser";
import { type TelemetryRecord, telemetryRecord } from "../../contract/telemetry.ts";

/** A picture of a page is the longest event. */
const maxEventChars = 4 * 1024 * 1024;

function parsed(data: string): TelemetryRecord | undefined {
  try {
    return telemetryRecord.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** Yields non-empty batches of events until the body ends; throws the body's errors. What is no event is left out. */
export async function* readTelemetry(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly TelemetryRecord[], void> {
  const decoder = new TextDecoder();
  let records: TelemetryRecord[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent({ data }) {
      const record = parsed(data);
      if (record !== undefined) records.push(record);
    },
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") isTooLong = true;
    },
  });
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isTooLong) {
      parser.reset();
      isTooLong = false;
    }
    if (records.length === 0) continue;
    const batch = records;
    records = [];
    yield batch;
  }
}
