// A client of an event stream that counts what log lines come to it, and how old each is then.
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
  /** Lines whose text is as asked for. */
  readonly delivered: number;
  /** Lines that breaks count; NaN once one does not know how many. */
  readonly counted: number;
  /** From the service's reading of a line to its arrival here, in milliseconds, one per line. */
  readonly delaysMs: readonly number[];
  readonly open: boolean;
  leave(): void;
}

/** Reads `url`: the dashboard's live stream of one log, or the service's own stream of it. */
export function viewLog(url: string, headers: Record<string, string>, wanted: RegExp): LogViewer {
  const seen = { delivered: 0, counted: 0, delaysMs: [] as number[], open: false };
  const take = (at: string, text: string, nowMs: number) => {
    if (!wanted.test(text)) return;
    seen.delivered += 1;
    seen.delaysMs.push(nowMs - Date.parse(at));
  };
  const parser = createParser({
    onEvent({ data }) {
      const nowMs = Date.now();
      const value: unknown = JSON.parse(data);
      const own = event.safeParse(value);
      if (own.success) return take(own.data.timestamp, own.data.message, nowMs);
      const read = frame.safeParse(value);
      if (!read.success) return;
      if (read.data.kind === "gap") seen.counted += read.data.gap.count ?? Number.NaN;
      else if (read.data.kind === "state") seen.open ||= read.data.state === "open";
      else for (const { at, text } of read.data.lines) take(at, text, nowMs);
    },
  });
  const asking = request(url, { agent: false, headers }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (text: string) => parser.feed(text));
    response.on("error", () => undefined);
    seen.open ||= !url.includes("/api/live") && response.statusCode === 200;
  });
  asking.on("error", () => undefined);
  asking.end();
  return {
    get delivered() {
      return seen.delivered;
    },
    get counted() {
      return seen.counted;
    },
    get delaysMs() {
      return seen.delaysMs;
    },
    get open() {
      return seen.open;
    },
    leave: () => void asking.destroy(),
  };
}

/** The value that so large a share of the values are at or below; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
