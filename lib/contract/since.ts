// A point in the past as text: an RFC 3339 time, the beginning of one down to a day, or a duration before now.
import * as z from "zod/mini";
import { timestamp } from "./schema.ts";

const amount = String.raw`(?:\d+\.?\d*|\.\d+)`;
const units = "ns|us|µs|μs|ms|s|m|h";
const durationPattern = new RegExp(`^(?:${amount}(?:${units}))+$`);
const durationPart = new RegExp(`(${amount})(${units})`, "g");
const partialPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})?)?$/;

const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** A partial time filled up to a whole one; what names no zone is UTC. Undefined for anything else. */
function wholeTimestamp(text: string): string | undefined {
  const [, day, minutes = "00:00", seconds = ":00", zone = "Z"] = partialPattern.exec(text) ?? [];
  if (day === undefined) return undefined;
  const whole = `${day}T${minutes}${seconds}${zone}`;
  return timestamp.safeParse(whole).success && isDay(day) ? whole : undefined;
}

/** Dates that roll over into the next month are a slip of the pen. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** Durations are of the units ns, us, ms, s, m and h, together if wanted: `1h30m`. There is no `d`. */
export const since = z.string().check(
  z.maxLength(128),
  z.refine((text) => durationPattern.test(text) || wholeTimestamp(text) !== undefined, {
    message: "expected an RFC 3339 timestamp, a day such as 2026-02-03, or a duration such as 5m or 1h30m",
  }),
);

/** The instant a `since` value means, in whole nanoseconds since the epoch. */
export function sinceEpochNs(text: string, nowMs: number): bigint {
  const whole = wholeTimestamp(text);
  if (whole !== undefined) {
    // The fraction is read on its own because a number of milliseconds could not carry it.
    const [fraction = "", digits = ""] = /\.(\d+)/.exec(whole) ?? [];
    const wholeMs = Date.parse(whole.replace(fraction, ""));
    return BigInt(wholeMs) * 1_000_000n + BigInt(digits.padEnd(9, "0").slice(0, 9));
  }
  let totalMs = 0;
  for (const [, count = "0", unit = "s"] of text.matchAll(durationPart)) {
    totalMs += Number(count) * (unitMs[unit] ?? 0);
  }
  // Nothing was before the epoch, whatever the duration.
  return BigInt(Math.floor(Math.max(0, nowMs - totalMs) * 1000)) * 1000n;
}
