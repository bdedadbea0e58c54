// The upstream's event stream as batches of lines, one batch per received chunk. Memory is bounded: a line of the stream
// is truncated at a length, and an event that exceeds the limit is replaced by a placeholder line.
import { createParser } from "eventsource-parser";
import { type LogItem, toLogItem } from "./log-item.ts";

/** Longest line of the event stream: a full log line with every character escaped fits. */
const maxWireLine = 512 * 1024;
const maxEvent = 2 * maxWireLine;

/** Truncates each line of a chunked text at `maxWireLine`; calls `cut` once per truncated line. */
function lineCap(cut: () => void): (chunk: string) => string {
  let length = 0;
  return (chunk) => {
    if (length + chunk.length <= maxWireLine) {
      const last = Math.max(chunk.lastIndexOf("\n"), chunk.lastIndexOf("\r"));
      length = last === -1 ? length + chunk.length : chunk.length - last - 1;
      return chunk;
    }
    let capped = "";
    for (const part of chunk.split(/(?<=[\r\n])/)) {
      const ends = /[\r\n]$/.test(part);
      const body = ends ? part.slice(0, -1) : part;
      const remaining = Math.max(0, maxWireLine - length);
      if (body.length > remaining && length <= maxWireLine) cut();
      capped += body.slice(0, remaining) + (ends ? part.slice(-1) : "");
      length = ends ? 0 : Math.min(length + body.length, maxWireLine + 1);
    }
    return capped;
  };
}

/** Options of the reader. */
export interface ReaderOptions {
  /** Returns the time of receipt (ISO 8601), used for events without a timestamp. */
  now(): string;
}

/** Yields non-empty batches of lines until the body ends; throws the body's errors. */
export async function* readLogItems(
  body: AsyncIterable<Uint8Array>,
  { now }: ReaderOptions,
): AsyncGenerator<LogItem[], void> {
  const decoder = new TextDecoder();
  let items: LogItem[] = [];
  let truncated = false;
  let overflowed = false;
  const cap = lineCap(() => {
    truncated = true;
  });
  const parser = createParser({
    maxBufferSize: maxEvent,
    onEvent({ data }) {
      const item = toLogItem(data, truncated, now());
      truncated = false;
      if (item !== undefined) items.push(item);
    },
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") overflowed = true;
    },
  });
  for await (const chunk of body) {
    parser.feed(cap(decoder.decode(chunk, { stream: true })));
    if (overflowed) {
      parser.reset();
      overflowed = false;
      items.push({ at: now(), text: "[an event too long to be shown]", cut: true });
    }
    if (items.length === 0) continue;
    const batch = items;
    items = [];
    yield batch;
  }
}
