import { dayMs, hourMs, minuteMs, secondMs } from "../bff/time-units.ts";

/** Formats a duration: `412 ms`, `48.2 s`, `1 min 2 s`, `3 h 12 min`, `2 d 4 h`. An en dash for non-finite numbers,
 *  because unknown is not zero. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return "–";
  if (ms < 0) return `−${formatDuration(-ms)}`;
  if (ms < 999.5) return `${ms < 10 && ms > 0 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / secondMs).toFixed(1)} s`;
  const seconds = Math.round(ms / secondMs);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 1440) return pair(Math.floor(minutes / 60), "h", minutes % 60, "min");
  const hours = Math.round(ms / hourMs);
  return pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

/** Formats a duration that someone chose, such as a step or a timeout: `30 s`, as nothing was measured to a tenth. */
export function formatChosenDuration(ms: number): string {
  return formatDuration(ms).replace(/\.0(?= )/, "");
}

/** Formats a duration that grows, drawn once a second: `48 s`, `1 min 2 s`. Negative durations count as 0. */
export function formatRunningDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * secondMs);
}

/** The unit in which an age is written: its milliseconds and its name. */
function unitOfAge(ms: number): readonly [number, string] {
  if (ms < minuteMs) return [secondMs, "s"];
  if (ms < 120 * minuteMs) return [minuteMs, "min"];
  if (ms < 48 * hourMs) return [hourMs, "h"];
  return [dayMs, "d"];
}

/** Formats an age in one unit, rounded down: `3 s`, `12 min`, `5 h`, `9 d`. Negative ages count as 0. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  const [unitMs, unit] = unitOfAge(age);
  return `${Math.floor(age / unitMs)} ${unit}`;
}

/** As `formatAge`, but rounded to the nearest: a moment after "for 90 days" was chosen, 90 d are left. */
export function formatTimeLeft(ms: number): string {
  const [unitMs] = unitOfAge(ms);
  return formatAge(Math.round(ms / unitMs) * unitMs);
}

function pair(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  return minor === 0 ? `${major} ${majorUnit}` : `${major} ${majorUnit} ${minor} ${minorUnit}`;
}
