import { dayMs, minuteMs } from "@/lib/bff/time-units";
import { formatClock, formatDate } from "@/lib/format/full-time";
import { zoneOffsetMinutes } from "@/lib/format/time-zone";

/** A moment as the value of a datetime field in `zone`: `2026-11-21T14:30`. */
export const localOfEpoch = (atMs: number, zone: string): string =>
  `${formatDate(atMs, zone)}T${formatClock(atMs, zone, "minute")}`;

/**
 * The instants that such a value names in `zone`, the earlier first: two in an hour that is repeated when summer time ends. In
 * an hour that is skipped it names the same time by the clock of before. None for anything else.
 */
export function instantsOfLocal(text: string, zone: string): readonly number[] {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return [];
  const localMs = Date.parse(`${text}:00Z`);
  if (Number.isNaN(localMs)) return [];
  const instantAt = (awayMs: number) => localMs - zoneOffsetMinutes(zone, localMs + awayMs) * minuteMs;
  const [before, after] = [instantAt(-dayMs), instantAt(dayMs)];
  const named = [...new Set([before, after])].filter((atMs) => localOfEpoch(atMs, zone) === text);
  return named.length === 0 ? [before] : named;
}
