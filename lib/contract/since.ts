// A point in the past as text: an RFC 3339 timestamp, a prefix of one down to the day, or a duration before now.
// The units are those of Go durations; that the list filter accepts them all is our assumption.
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

/** Completes a partial timestamp; without a zone it is UTC. Undefined for other text. */
function completeTimestamp(text: string): string | undefined {
  const [, day, minutes = "00:00", seconds = ":00", zone = "Z"] = partialPattern.exec(text) ?? [];
  if (day === undefined) return undefined;
  const whole = `${day}T${minutes}${seconds}${zone}`;
  return timestamp.safeParse(whole).success && isDay(day) ? whole : undefined;
}

/** False for dates such as February 30, which Date would roll over into the next month. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** A `since` value. Durations combine the units ns, us, ms, s, m and h, as in `1h30m`; there is no `d`. */
export const since = z.string().check(
  z.maxLength(128),
  z.refine((text) => durationPattern.test(text) || completeTimestamp(text) !== undefined, {
    message: "expected an RFC 3339 timestamp, a day such as 2026-02-03, or a duration such as 5m or 1h30m",
  }),
);

/** Resolves a valid `since` value to nanoseconds since the epoch, not before the epoch. */
export function sinceEpochNs(text: string, nowMs: number): bigint {
  const whole = completeTimestamp(text);
  if (whole !== undefined) {
    // The fraction is parsed separately: a number of milliseconds cannot represent nanoseconds.
    const [fraction = "", digits = ""] = /\.(\d+)/.exec(whole) ?? [];
    const wholeMs = Date.parse(whole.replace(fraction, ""));
    return BigInt(wholeMs) * 1_000_000n + BigInt(digits.padEnd(9, "0").slice(0, 9));
  }
  let totalMs = 0;
  for (const [, count = "0", unit = "s"] of text.matchAll(durationPart)) {
    totalMs += Number(count) * (unitMs[unit] ?? 0);
  }
  return BigInt(Math.floor(Math.max(0, nowMs - totalMs) * 1000)) * 1000n;
}

/** Resolves a valid `since` value to milliseconds since the epoch, not before the epoch. */
export const sinceEpochMs = (text: string, nowMs: number): number =>
  Number(sinceEpochNs(text, nowMs) / 1_000_000n);
