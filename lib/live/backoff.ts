import { paces } from "../paces.ts";

/** Milliseconds before attempt number `attempt` (from 0): at least 1 s, at most 4, 8, 16, then 30 s, anywhere in
 *  between. All of it is random: many browsers that lost the same server come back one by one. */
export function backoffMs(attempt: number, random: () => number): number {
  const { streamLeastMs, streamMs, longestStreamMs } = paces.retry;
  const mostMs = Math.min(longestStreamMs, streamMs * 2 ** Math.min(attempt, 3));
  return Math.round(streamLeastMs + (mostMs - streamLeastMs) * random());
}

/** Milliseconds a `Retry-After` header asks for (seconds or a date), at most two minutes; undefined when unreadable. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, paces.patience.retryAfterMs) : undefined;
}
