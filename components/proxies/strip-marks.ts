// Where the checks of a time range stand on a strip: one mark per check, or per few that lie too close to be told apart.
import type { CheckSummary, ProxyCheckMark } from "@/lib/bff/proxies";

export const cellPx = 4;

export type MarkLook = "up" | "down" | "mixed" | "other";

export interface StripMark {
  /** The cell's left edge. */
  xPx: number;
  look: MarkLook;
  /** Oldest first, at least one. */
  checks: readonly ProxyCheckMark[];
}

export interface StripRange {
  sinceMs: number;
  untilMs: number;
}

function lookOf(checks: readonly ProxyCheckMark[]): MarkLook {
  const up = checks.some(({ status }) => status === "available");
  const down = checks.some(({ status }) => status === "unavailable");
  if (up && down) return "mixed";
  return up ? "up" : down ? "down" : "other";
}

/** Marks from left (oldest) to right; time without a check has none. Checks outside of the range are left out. */
export function stripMarks(
  checks: readonly ProxyCheckMark[],
  { sinceMs, untilMs }: StripRange,
  widthPx: number,
): readonly StripMark[] {
  const cells = Math.max(1, Math.floor(widthPx / cellPx));
  const held = new Map<number, ProxyCheckMark[]>();
  for (const check of checks) {
    if (check.at_ms < sinceMs || check.at_ms > untilMs || untilMs <= sinceMs) continue;
    const share = (check.at_ms - sinceMs) / (untilMs - sinceMs);
    const cell = Math.min(cells - 1, Math.floor(share * cells));
    const there = held.get(cell);
    if (there) there.push(check);
    else held.set(cell, [check]);
  }
  return [...held]
    .sort(([a], [b]) => a - b)
    .map(([cell, inCell]) => ({ xPx: cell * cellPx, look: lookOf(inCell), checks: inCell }));
}

/** How many of the checks that a summary counts are older than those that were sent to be drawn. */
export const undrawnOf = (
  marks: readonly ProxyCheckMark[],
  summary: Pick<CheckSummary, "checks"> | undefined,
): number => Math.max(0, (summary?.checks ?? 0) - marks.length);
