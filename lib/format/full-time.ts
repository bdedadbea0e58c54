import { zonedParts, zoneOffsetMinutes } from "./time-zone.ts";

const two = (value: number) => String(value).padStart(2, "0");

/** Date and time with milliseconds and zone: `2026-11-21 03:08:41.218 UTC`, `… 04:08:41.218 +01:00 Europe/Berlin`. */
export function formatFullTime(atMs: number, zone: string): string {
  if (!Number.isFinite(atMs)) return "–";
  return `${formatDate(atMs, zone)} ${formatClock(atMs, zone, "ms")} ${formatZone(atMs, zone)}`;
}

/** The date of `atMs` in `zone`: `2026-11-21`. */
export function formatDate(atMs: number, zone: string): string {
  const { year, month, day } = zonedParts(atMs, zone);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** The time of `atMs` in `zone`, to minutes, seconds or milliseconds: `03:08`, `03:08:41`, `03:08:41.218`. */
export function formatClock(atMs: number, zone: string, precision: "minute" | "second" | "ms"): string {
  const { hour, minute, second } = zonedParts(atMs, zone);
  const clock = `${two(hour)}:${two(minute)}`;
  if (precision === "minute") return clock;
  if (precision === "second") return `${clock}:${two(second)}`;
  const ms = ((Math.floor(atMs) % 1000) + 1000) % 1000;
  return `${clock}:${two(second)}.${String(ms).padStart(3, "0")}`;
}

/** The zone suffix of a time: `UTC`, or offset and name. */
export function formatZone(atMs: number, zone: string): string {
  if (zone === "UTC") return "UTC";
  const offset = zoneOffsetMinutes(zone, atMs);
  const minutes = Math.abs(offset);
  return `${offset < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)} ${zone}`;
}
