import { dayMs } from "../bff/time-units.ts";

/** The operator's choice: UTC, the zone of this machine, or a named IANA zone. */
export type ZoneChoice = "UTC" | "local" | (string & {});

/** Suggested zones; any other IANA name is accepted too. */
export const commonZones = [
  "America/Los_Angeles",
  "America/New_York",
  "America/Sao_Paulo",
  "Europe/London",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Singapore",
  "Asia/Tokyo",
  "Australia/Sydney",
] as const;

/** Whether this runtime supports the IANA zone `name`. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Resolves a choice to an IANA zone; an unknown name falls back to UTC, also that of a machine without a usual zone. */
export function resolveZone(choice: ZoneChoice): string {
  const zone = choice === "local" ? new Intl.DateTimeFormat("en").resolvedOptions().timeZone : choice;
  return zone === "UTC" || isZone(zone) ? zone : "UTC";
}

/** Minutes `zone` is ahead of UTC at `atMs`. */
export function zoneOffsetMinutes(zone: string, atMs: number): number {
  if (zone === "UTC") return 0;
  const parts = zonedParts(atMs, zone);
  const asUtc = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return Math.round((asUtc - Math.floor(atMs / 1000) * 1000) / 60_000);
}

/** The wall clock of `zone` as if it were UTC, so that rounding applies to local time. */
export const toLocal = (atMs: number, zone: string): number => atMs + zoneOffsetMinutes(zone, atMs) * 60_000;

/** The first time with this wall clock; of an hour that is missing, the same minute of the next one. */
export function fromLocal(localMs: number, zone: string): number {
  const before = localMs - zoneOffsetMinutes(zone, localMs - dayMs) * 60_000;
  if (toLocal(before, zone) === localMs) return before;
  const after = localMs - zoneOffsetMinutes(zone, localMs + dayMs) * 60_000;
  return toLocal(after, zone) === localMs ? after : before;
}

/** How far `zone` is from UTC at `atMs`: `UTC+2`, `UTC-3:30`. */
export function formatOffset(zone: string, atMs: number): string {
  const minutes = zoneOffsetMinutes(zone, atMs);
  const past = Math.abs(minutes) % 60;
  const hours = Math.trunc(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? "-" : "+"}${hours}${past === 0 ? "" : `:${String(past).padStart(2, "0")}`}`;
}

interface ZonedParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

interface ZoneClock {
  readonly formatter: Intl.DateTimeFormat;
  /** The minute of the last time, in minutes since 1970, and its fields. */
  readonly minute: number;
  readonly parts: ZonedParts;
}

const clocks = new Map<string, ZoneClock>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** Date and time fields of `atMs` in `zone`. To format takes longer than to draw: times shown together share their minute. */
export function zonedParts(atMs: number, zone: string): ZonedParts {
  // The first formatter of a page takes as long as some of its rows.
  if (zone === "UTC") return utcParts(atMs);
  const minute = Math.floor(atMs / 60_000);
  let clock = clocks.get(zone);
  if (clock?.minute !== minute) {
    const formatter = clock?.formatter ?? formatterOf(zone);
    clock = { formatter, minute, parts: formattedParts(formatter, minute * 60_000) };
    clocks.set(zone, clock);
  }
  const { formatter, parts } = clock;
  // Old local times differ from UTC by parts of a minute.
  if (parts.second !== 0) return formattedParts(formatter, atMs);
  return { ...parts, second: Math.floor(atMs / 1000) - minute * 60 };
}

function utcParts(atMs: number): ZonedParts {
  const date = new Date(atMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function formattedParts(formatter: Intl.DateTimeFormat, atMs: number): ZonedParts {
  const found = new Map(formatter.formatToParts(atMs).map((part) => [part.type, Number(part.value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? 0;
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}
