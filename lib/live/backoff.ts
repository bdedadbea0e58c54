import { paces } from "../paces.ts";

/** Milliseconds before attempt number `attempt` (from 0): uniformly random between 1 s and a maximum of 4, 8, 16, then
 *  30 s. The jitter covers the whole range, so that browsers which lost the same server reconnect spread out. */
export function backoffMs(attempt: number, random: () => number): number {
  const { streamLeastMs, streamMs, longestStreamMs } = paces.retry;
  const maxMs = Math.min(longestStreamMs, streamMs * 2 ** Math.min(attempt, 3));
  return Math.round(streamLeastMs + (maxMs - streamLeastMs) * random());
}

/** The delay of a `Retry-After` header (seconds or a date) in milliseconds, at most two minutes; undefined when invalid. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, paces.deadlines.retryAfterMs) : undefined;
}
