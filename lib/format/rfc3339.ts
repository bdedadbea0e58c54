/** A timestamp as received. `text` is the original; `epochMs` is whole milliseconds since 1970,
 *  `nanos` the full fraction of the second (0 to 999,999,999), which `epochMs` cannot hold. */
export interface Instant {
  readonly text: string;
  readonly epochMs: number;
  readonly nanos: number;
}

const shape =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Parses an RFC 3339 timestamp of any precision; undefined for anything else, including impossible dates. */
export function parseInstant(text: string): Instant | undefined {
  const match = shape.exec(text);
  if (match === null) return undefined;
  const at = (group: number) => Number(match[group] ?? 0);
  const [year, month, day, hour, minute, second] = [at(1), at(2), at(3), at(4), at(5), at(6)];
  const [offsetHour, offsetMinute] = [at(9), at(10)];
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60) return undefined;
  if (offsetHour > 23 || offsetMinute > 59) return undefined;
  const date = new Date(0);
  // Date.UTC treats the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) return undefined;
  const offsetMs = (offsetHour * 60 + offsetMinute) * 60_000 * (match[8] === "-" ? -1 : 1);
  const nanos = Number((match[7] ?? "").padEnd(9, "0"));
  const secondsMs = (hour * 3600 + minute * 60 + second) * 1000;
  return { text, epochMs: date.getTime() + secondsMs + Math.floor(nanos / 1e6) - offsetMs, nanos };
}

/** Milliseconds from `from` to `to`, with the part below a millisecond kept. */
export function elapsedMs(from: Instant, to: Instant): number {
  return to.epochMs - from.epochMs + ((to.nanos % 1e6) - (from.nanos % 1e6)) / 1e6;
}
