// Positions of a range's checks on a strip: one mark per check, or per group of checks too close to be
// distinguished.
import type { CheckSummary, ProxyCheckRecord, ProxyHistory } from "@/lib/bff/proxies";
import { minuteMs } from "@/lib/bff/time-units";
import { drawnRange } from "@/lib/charts/time-range";

export const cellPx = 4;

export type CheckMarkVariant = "up" | "down" | "mixed" | "other";

export interface CheckMark {
  /** The cell's left edge. */
  xPx: number;
  look: CheckMarkVariant;
  /** Oldest first, at least one. */
  checks: readonly ProxyCheckRecord[];
}

export interface CheckStripRange {
  sinceMs: number;
  untilMs: number;
}

/** Shortest time that a strip shows. */
const leastStripMs = 15 * minuteMs;

/**
 * What a strip shows of a history: its range, without the time before the first recorded check of any proxy. It ends up to half
 * a minute after the history: in the shortest strip that is the width of one mark in a row, and of three in the wider sheet.
 */
export function stripRangeOf({
  since_ms,
  until_ms,
  began_at_ms,
}: Pick<ProxyHistory, "since_ms" | "until_ms" | "began_at_ms">): CheckStripRange {
  const { fromMs, toMs: untilMs } = drawnRange({ since_ms, until_ms });
  const beganMs = began_at_ms ?? Number.NEGATIVE_INFINITY;
  return { sinceMs: Math.max(fromMs, Math.min(beganMs, untilMs - leastStripMs)), untilMs };
}

function checkMarkVariantOf(checks: readonly ProxyCheckRecord[]): CheckMarkVariant {
  const up = checks.some(({ status }) => status === "available");
  const down = checks.some(({ status }) => status === "unavailable");
  if (up && down) return "mixed";
  return up ? "up" : down ? "down" : "other";
}

/**
 * Marks from left (oldest) to right; time without a check has none. Checks outside the range are left out.
 */
export function checkMarksOf(
  checks: readonly ProxyCheckRecord[],
  { sinceMs, untilMs }: CheckStripRange,
  widthPx: number,
): readonly CheckMark[] {
  const cells = Math.max(1, Math.floor(widthPx / cellPx));
  const held = new Map<number, ProxyCheckRecord[]>();
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
    .map(([cell, inCell]) => ({ xPx: cell * cellPx, look: checkMarkVariantOf(inCell), checks: inCell }));
}

/** When the failures began that last until the newest check; undefined where a check before them is not known. */
export function failingSinceOf(marks: readonly ProxyCheckRecord[]): number | undefined {
  const lastGood = marks.findLastIndex(({ status }) => status !== "unavailable");
  return lastGood === -1 ? undefined : marks[lastGood + 1]?.at_ms;
}

/** Number of checks counted in the summary that are older than the listed ones. */
export const undrawnCheckCount = (
  marks: readonly ProxyCheckRecord[],
  summary: Pick<CheckSummary, "checks"> | undefined,
): number => Math.max(0, (summary?.checks ?? 0) - marks.length);
