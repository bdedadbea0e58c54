import type { InsightQuery } from "../../bff/insight.ts";

const dayMs = 86_400_000;

/** The time a question is about: the last day unless it says otherwise, never one that ends before it begins. */
export function askedSpan(
  query: InsightQuery | undefined,
  nowMs: number,
): { sinceMs: number; untilMs: number } {
  const untilMs = query?.until_ms ?? nowMs;
  return { sinceMs: Math.min(query?.since_ms ?? untilMs - dayMs, untilMs), untilMs };
}
