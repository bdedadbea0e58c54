import { formatClock, formatDate } from "@/lib/format/full-time";
import { zoneOffsetMinutes } from "@/lib/format/time-zone";

const minuteMs = 60_000;

/** A moment as the value of a datetime field in `zone`: `2026-11-21T14:30`. */
export const localOfEpoch = (atMs: number, zone: string): string =>
  `${formatDate(atMs, zone)}T${formatClock(atMs, zone, "minute")}`;

/** Parses such a value in `zone`; undefined for anything else. */
export function epochOfLocal(text: string, zone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return undefined;
  const localMs = Date.parse(`${text}:00Z`);
  if (Number.isNaN(localMs)) return undefined;
  const guessMs = localMs - zoneOffsetMinutes(zone, localMs) * minuteMs;
  return localMs - zoneOffsetMinutes(zone, guessMs) * minuteMs;
}
