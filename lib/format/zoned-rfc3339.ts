import { formatClock, formatDate } from "./full-time.ts";
import { parseInstant } from "./rfc3339.ts";
import { zoneOffsetMinutes } from "./time-zone.ts";

const two = (value: number) => String(value).padStart(2, "0");

/** Formats a timestamp in `zone` with its offset, preserving its fraction: `2026-11-21T04:08:41.218+01:00`.
 *  Other text is returned unchanged. */
export function zonedRfc3339(text: string, zone: string): string {
  const instant = parseInstant(text);
  if (instant === undefined) return text;
  const { epochMs } = instant;
  const fraction = /\.\d+/.exec(text)?.[0] ?? "";
  const minutes = zoneOffsetMinutes(zone, epochMs);
  const away = Math.abs(minutes);
  const offset =
    zone === "UTC" ? "Z" : `${minutes < 0 ? "-" : "+"}${two(Math.floor(away / 60))}:${two(away % 60)}`;
  return `${formatDate(epochMs, zone)}T${formatClock(epochMs, zone, "second")}${fraction}${offset}`;
}
