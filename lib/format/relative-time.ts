import { formatAge, formatTimeLeft } from "./duration.ts";

/** An age as text: `3 s ago`. */
export const formatAgo = (ageMs: number): string => `${formatAge(ageMs)} ago`;

/** Formats `atMs` relative to `nowMs`: `3 s ago`, `12 min ago`, `in 5 min`, `now` within a second, the step of the shared clock. */
export function formatRelative(atMs: number, nowMs: number): string {
  const ageMs = nowMs - atMs;
  if (Math.abs(ageMs) < 1000) return "now";
  return ageMs > 0 ? formatAgo(ageMs) : `in ${formatTimeLeft(-ageMs)}`;
}
