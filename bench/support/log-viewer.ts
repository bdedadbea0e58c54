// A client of an event stream that counts log lines and measures the delay of each.
import { request } from "node:http";
import { createParser } from "eventsource-parser";
import { z } from "zod";

const entry = z.object({ at: z.string(), text: z.string() });
const frame = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("lines"), lines: z.array(entry) }),
  z.object({ kind: z.literal("gap"), gap: z.object({ count: z.number().nullable() }) }),
  z.object({ kind: z.literal("state"), state: z.string() }),
]);
const event = z.object({ timestamp: z.string(), message: z.string() });

export interface LogViewer {
  /** Lines whose text matches `wanted`. */
  readonly delivered: number;
  /** Their texts, in the order of arrival. */
  readonly texts: readonly string[];
  /** When the newest arrived, milliseconds of `performance.now()`; 0 before the first. */
  readonly newestAtMs: number;
  /** Lines counted as lost by gaps; NaN after a gap of unknown size. */
  readonly counted: number;
  /** From the service's reading of a line to its arrival here, in milliseconds, one per line. */
  readonly delaysMs: readonly number[];
  readonly open: boolean;
  leave(): void;
}

/** Reads `url`: the dashboard's live stream of one log, or the service's own stream of it. */
export function viewLog(url: string, headers: Record<string, string>, wanted: RegExp): LogViewer {
  const counts = {
    delivered: 0,
    counted: 0,
    texts: [] as string[],
    newestAtMs: 0,
    delaysMs: [] as number[],
    open: false,
  };
  const take = (at: string, text: string, nowMs: number) => {
    if (!wanted.test(text)) return;
    counts.delivered += 1;
    counts.texts.push(text);
    counts.newestAtMs = performance.now();
    counts.delaysMs.push(nowMs - Date.parse(at));
  };
  const parser = createParser({
    onEvent({ data }) {
      const nowMs = Date.now();
      const value: unknown = JSON.parse(data);
      const own = event.safeParse(value);
      if (own.success) return take(own.data.timestamp, own.data.message, nowMs);
      const read = frame.safeParse(value);
      if (!read.success) return;
      if (read.data.kind === "gap") counts.counted += read.data.gap.count ?? Number.NaN;
      else if (read.data.kind === "state") counts.open ||= read.data.state === "open";
      else for (const { at, text } of read.data.lines) take(at, text, nowMs);
    },
  });
  const outgoing = request(url, { agent: false, headers }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (text: string) => parser.feed(text));
    response.on("error", () => undefined);
    counts.open ||= !url.includes("/api/live") && response.statusCode === 200;
  });
  outgoing.on("error", () => undefined);
  outgoing.end();
  return {
    get delivered() {
      return counts.delivered;
    },
    get texts() {
      return counts.texts;
    },
    get newestAtMs() {
      return counts.newestAtMs;
    },
    get counted() {
      return counts.counted;
    },
    get delaysMs() {
      return counts.delaysMs;
    },
    get open() {
      return counts.open;
    },
    leave: () => void outgoing.destroy(),
  };
}

/** The value below which a share (0 to 1) of the values lie; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
