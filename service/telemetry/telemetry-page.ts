// Pages of an archive. The position between two pages is the number of an event: ascending pages continue after it,
// descending ones with it and the events before.

import { pageLimit } from "../../lib/contract/paging.ts";
import { sinceEpochNs } from "../../lib/contract/since.ts";
import type { TelemetryEventsQuery, TelemetryRecord } from "../../lib/contract/telemetry.ts";
import { telemetryRecord } from "../../lib/contract/telemetry.ts";
import { badRequest } from "../kernel/problem.ts";
import { listSegments, readSegment, type Segment } from "./archive-segments.ts";

const standardSince = "5m";

/** What one page may read and return at most; a page that reaches a limit is shorter than requested. */
export interface PageLimits {
  scannedBytes: number;
  returnedBytes: number;
}

const standardPageLimits: PageLimits = {
  scannedBytes: 32 * 1024 * 1024,
  returnedBytes: 4 * 1024 * 1024,
};

/** The part of an archive that a page is taken from, in microseconds and event numbers; `until` is exclusive. */
export interface PageWindow {
  order: "asc" | "desc";
  limit: number;
  categories: readonly string[] | undefined;
  sinceTs: number;
  untilTs: number;
  /** Ascending: after this number. Descending: from this number on. */
  position: number | undefined;
}

export interface TelemetryPage {
  records: TelemetryRecord[];
  hasMore: boolean;
  /** Position of the next page; 0 when there is none. */
  nextOffset: number;
}

/** The window of a request. Throws Problem 400 for a descending one with `since`. */
export function windowOf(query: TelemetryEventsQuery, nowMs: number): PageWindow {
  const { order = "asc", offset } = query;
  if (order === "desc" && query.since !== undefined) {
    throw badRequest("query.since cannot be combined with order=desc; use until to limit the newest events");
  }
  const fromOffset = offset !== undefined && (order === "asc" || offset > 0);
  const since = fromOffset || order === "desc" ? undefined : (query.since ?? standardSince);
  return {
    order,
    limit: query.limit ?? pageLimit.standard,
    categories: query.category,
    sinceTs: since === undefined ? 0 : microseconds(since, nowMs),
    untilTs: query.until === undefined ? Number.POSITIVE_INFINITY : microseconds(query.until, nowMs),
    position: fromOffset ? offset : undefined,
  };
}

/** Rounded up: what is stored with microseconds is compared with a text that may have nanoseconds. */
const microseconds = (text: string, nowMs: number) => Number((sinceEpochNs(text, nowMs) + 999n) / 1000n);

interface Line {
  seq: number;
  category: string;
  ts: number;
  json: string;
}

/** The fields by which a line is selected, without parsing all of it. */
const lineStart = /^\{"seq":(\d+),"event":\{"category":"(\w+)","type":"\w+","ts":(\d+)/;

function toLine(json: string): Line | undefined {
  const [, seq, category, ts] = lineStart.exec(json) ?? [];
  if (seq === undefined || category === undefined) return undefined;
  return { seq: Number(seq), category, ts: Number(ts), json };
}

/** Reads one page of the archive in `dir`; an archive that is not there is empty. */
export async function readTelemetryPage(
  dir: string,
  window: PageWindow,
  limits = standardPageLimits,
): Promise<TelemetryPage> {
  const found: Line[] = [];
  let scannedBytes = 0;
  let returnedBytes = 0;
  let lastSeq: number | undefined;
  const isFull = () => found.length >= window.limit || returnedBytes >= limits.returnedBytes;
  const end = (hasMore: boolean): TelemetryPage => {
    // Descending, the position is that of the next event; before the first one there is none.
    const next = window.order === "asc" ? (lastSeq ?? 0) : (lastSeq ?? 1) - 1;
    const more = hasMore && next > 0;
    return { records: found.map(toRecord), hasMore: more, nextOffset: more ? next : 0 };
  };
  for (const segment of segmentsOf(await listSegments(dir), window)) {
    for (const line of await linesOf(dir, segment, window.order)) {
      const place = placeOf(line, window);
      if (place === "before") continue;
      if (place === "beyond") return end(false);
      const matches = window.categories?.includes(line.category) ?? true;
      if ((matches && isFull()) || scannedBytes > limits.scannedBytes) return end(true);
      scannedBytes += line.json.length;
      lastSeq = line.seq;
      if (!matches) continue;
      found.push(line);
      returnedBytes += line.json.length;
    }
  }
  return end(false);
}

const toRecord = ({ json }: Line): TelemetryRecord => telemetryRecord.parse(JSON.parse(json));

/** Where a line is, in reading order: before the window, within, or beyond, where reading ends. */
function placeOf({ seq, ts }: Line, window: PageWindow): "before" | "within" | "beyond" {
  const { order, position, sinceTs, untilTs } = window;
  if (order === "asc") {
    if (seq <= (position ?? 0) || ts < sinceTs) return "before";
    return ts >= untilTs ? "beyond" : "within";
  }
  return seq > (position ?? seq) || ts >= untilTs ? "before" : "within";
}

/** The segments that may have lines within the window, in reading order. */
function segmentsOf(
  segments: readonly Segment[],
  { order, position, sinceTs, untilTs }: PageWindow,
): Segment[] {
  const possible = segments.filter((segment, at) => {
    const next = segments[at + 1];
    if (order === "desc")
      return segment.firstSeq <= (position ?? segment.firstSeq) && segment.firstTs < untilTs;
    return !next || (next.firstSeq > (position ?? 0) + 1 && next.firstTs >= sinceTs);
  });
  return order === "asc" ? possible : possible.reverse();
}

async function linesOf(dir: string, segment: Segment, order: PageWindow["order"]): Promise<Line[]> {
  const lines = (await readSegment(dir, segment)).flatMap((json) => toLine(json) ?? []);
  return order === "asc" ? lines : lines.reverse();
}
