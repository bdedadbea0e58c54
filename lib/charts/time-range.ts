// Ranges of time and brushes over them as plain numbers.

/** Start (inclusive) and end (exclusive) in epoch milliseconds. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** By which times have to move until a drawing in a row of a table is another: less than a pixel of an hour. */
const drawnStepMs = 30_000;

/** A time as rows draw it: at the end of its half minute, epoch milliseconds. */
export const drawnTime = (atMs: number): number => Math.ceil(atMs / drawnStepMs) * drawnStepMs;

/** The range of a history as rows draw it: the same of two answers within half a minute. It holds the newest of the range. */
export function drawnRange({ since_ms, until_ms }: { since_ms: number; until_ms: number }): TimeRange {
  const lengthMs = Math.round((until_ms - since_ms) / drawnStepMs) * drawnStepMs;
  const toMs = drawnTime(until_ms);
  return { fromMs: toMs - lengthMs, toMs };
}

/** The minimum width of a brush: a thousandth of the range, at least a second. */
export const minMs = ({ fromMs, toMs }: TimeRange): number => Math.max(1_000, (toMs - fromMs) / 1_000);

/** Two moments as a brush within a range: ordered, inside, not too narrow, in whole milliseconds. */
export function brushWithin(
  range: TimeRange,
  oneMs: number,
  otherMs: number,
  least = minMs(range),
): TimeRange {
  const inside = (atMs: number) => Math.min(range.toMs, Math.max(range.fromMs, atMs));
  const low = inside(Math.min(oneMs, otherMs));
  const high = inside(Math.max(oneMs, otherMs));
  const fromMs = Math.min(low, range.toMs - least);
  return { fromMs: Math.round(fromMs), toMs: Math.round(Math.max(high, fromMs + least)) };
}

/** A brush moved as a whole, clamped to the range. */
export function movedBrush(range: TimeRange, brush: TimeRange, byMs: number): TimeRange {
  const by = Math.min(range.toMs - brush.toMs, Math.max(range.fromMs - brush.fromMs, byMs));
  return { fromMs: Math.round(brush.fromMs + by), toMs: Math.round(brush.toMs + by) };
}

/** Position of a moment in a range, 0 to 1. */
export const shareOf = ({ fromMs, toMs }: TimeRange, atMs: number): number =>
  Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
