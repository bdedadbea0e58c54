import { dayMs } from "../../bff/time-units.ts";

/** The requested period: the last day by default, never one that ends before it begins. */
export function requestedSpan(
  query: { since_ms?: number | undefined; until_ms?: number | undefined },
  nowMs: number,
): { sinceMs: number; untilMs: number } {
  const untilMs = query.until_ms ?? nowMs;
  return { sinceMs: Math.min(query.since_ms ?? untilMs - dayMs, untilMs), untilMs };
}
