// The time that a log line itself carries. An upstream sends the time at which it read a line, or none; the line's own
// time is when it was written. Times without a zone are those of a zone that is configured (LOG_TIME_ZONE), those without a
// year as near the receipt.
import { dayMs } from "../../bff/time-units.ts";
import { zoneOffsetMinutes } from "../../format/time-zone.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const clock = String.raw`(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?`;

/** ISO 8601 and its usual variants; also after the header of RFC 5424. */
const iso = new RegExp(
  String.raw`^(?:<\d{1,3}>1 )?\[?(\d{4})[-/](\d\d)[-/](\d\d)[T ]${clock} ?(Z|[+-]\d\d:?\d\d)?(?!\d)`,
);
/** RFC 3164: `Nov 22 10:00:00`. */
const syslog = new RegExp(String.raw`^(?:<\d{1,3}>)?(${months.join("|")}) {1,2}(\d{1,2}) ${clock}(?!\d)`);
/** Chromium: `[pid:tid:MMDD/HHMMSS.ffffff:LEVEL:file(line)]` (base/logging.cc). */
const chromium = /^\[\d+:\d+:(\d\d)(\d\d)\/(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?:/;
/** glog: `I1122 10:00:00.000000`. */
const glog = new RegExp(String.raw`^[FEWIDV](\d\d)(\d\d) ${clock}(?!\d)`);
/** Seconds or milliseconds since 1970. */
const epoch = /^\[?(\d{10}(?:\.\d{1,9})?|\d{13})(?=[\s\]:,])/;
const jsonTime =
  /"(?:@timestamp|timestamp|time|ts)"\s*:\s*(?:"([^"\\]{8,40})"|(\d{10}(?:\.\d{1,9})?|\d{13}|\d{16}|\d{19})\s*[,}])/;

/** Other fields may precede the time in JSON. */
const jsonChars = 4_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI codes start with the escape character
const leadingColour = /^(?:\u001b\[[\d;]*m)+/;
const quarterMs = 900_000;
/** A clock may be a day off, in any zone; a later time is no time of writing, as that of a certificate's end. */
const mostAheadMs = 1.5 * dayMs;

/** Milliseconds that a zone is ahead of UTC at a local time, which is given as if it were UTC. */
export type ZoneOffset = (localMs: number) => number;

/** The offsets of an IANA zone. Between two quarters of an hour none changes, so the last one found is kept. */
export function zoneOffset(zone: string): ZoneOffset {
  let quarter: number | undefined;
  let offset = 0;
  const offsetAt = (atMs: number) => zoneOffsetMinutes(zone, atMs) * 60_000;
  return (localMs) => {
    const at = Math.floor(localMs / quarterMs);
    if (at !== quarter) {
      quarter = at;
      offset = offsetAt(localMs - offsetAt(localMs));
    }
    return offset;
  };
}

const utc: ZoneOffset = () => 0;

/** What completes a time that is written in part. */
interface Context {
  receivedMs: number;
  offset: ZoneOffset;
}

/**
 * The time written in a line, in epoch milliseconds; undefined when it has none. Reads ISO 8601, syslog, Chromium's and
 * glog's prefixes, seconds and milliseconds since 1970, and `time`, `ts`, `timestamp` and `@timestamp` of JSON.
 * `receivedMs` gives the year where the line has none, `offset` the zone. Times that cannot be of writing are none: more
 * than a day and a half after the receipt, or a number that is a time in another year.
 */
export function writtenMs(line: string, receivedMs: number, offset: ZoneOffset = utc): number | undefined {
  const ms = readMs(line, { receivedMs, offset });
  return ms !== undefined && ms - receivedMs <= mostAheadMs ? ms : undefined;
}

function readMs(line: string, context: Context): number | undefined {
  const text = line.charCodeAt(0) === 0x1b ? line.replace(leadingColour, "") : line;
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (first === 0x7b) return jsonMs(text.slice(0, jsonChars), context);
  // `[` and `<`.
  if (isDigit || first === 0x5b || first === 0x3c) {
    return (
      isoMs(text, context) ??
      yearlessMs(chromium, text, context) ??
      epochMs(text, context) ??
      yearlessMs(syslog, text, context)
    );
  }
  const isCapital = first >= 0x41 && first <= 0x5a;
  return isCapital ? (yearlessMs(syslog, text, context) ?? yearlessMs(glog, text, context)) : undefined;
}

/** Undefined for a day or time that does not exist. */
function utcMs(
  parts: readonly (string | number | undefined)[],
  fraction: string | undefined,
  zone: string | ZoneOffset,
): number | undefined {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (month < 1 || month > 12 || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).getUTCDate() !== day) return undefined;
  const ms =
    midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(`${fraction ?? ""}000`.slice(0, 3));
  return ms - (typeof zone === "string" ? offsetMs(zone) : zone(ms));
}

function offsetMs(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

/** A time without a year: in the year that brings it nearest to the receipt. */
function nearest(
  parts: readonly (string | number | undefined)[],
  fraction: string | undefined,
  { receivedMs, offset }: Context,
) {
  const year = new Date(receivedMs).getUTCFullYear();
  const times = [year, year - 1, year + 1].flatMap((each) => utcMs([each, ...parts], fraction, offset) ?? []);
  const distance = (ms: number) => Math.abs(ms - receivedMs);
  // Usually it is this year's.
  if (times[0] !== undefined && distance(times[0]) < 180 * dayMs) return times[0];
  return times.sort((one, other) => distance(one) - distance(other))[0];
}

function isoMs(text: string, { offset }: Context): number | undefined {
  const found = iso.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hours, minutes, seconds, fraction, zone = offset] = found;
  return utcMs([year, month, day, hours, minutes, seconds], fraction, zone);
}

/** The time that a pattern without a year finds: month, day, hours, minutes, seconds, fraction. */
function yearlessMs(pattern: RegExp, text: string, context: Context): number | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [, month = "", day, hours, minutes, seconds, fraction] = found;
  const parts = [Number(month) || months.indexOf(month) + 1, day, hours, minutes, seconds];
  return nearest(parts, fraction, context);
}

/** Seconds (10 digits), or thousandths, millionths, billionths of them by the number of digits. */
function sinceEpoch(text: string): number {
  const [whole = "", fraction = ""] = text.split(".");
  return whole.length > 10
    ? Math.floor(Number(whole.slice(0, 13)))
    : Number(whole) * 1000 + Number(`${fraction}000`.slice(0, 3));
}

/** Other numbers have ten digits too: sizes, telephone numbers. */
function epochMs(text: string, { receivedMs }: Context): number | undefined {
  const found = epoch.exec(text)?.[1];
  const ms = found === undefined ? undefined : sinceEpoch(found);
  return ms !== undefined && Math.abs(ms - receivedMs) <= 366 * dayMs ? ms : undefined;
}

function jsonMs(text: string, context: Context): number | undefined {
  const [, timeText, number] = jsonTime.exec(text) ?? [];
  if (number !== undefined) return sinceEpoch(number);
  return timeText === undefined
    ? undefined
    : (isoMs(timeText, context) ?? yearlessMs(syslog, timeText, context));
}
