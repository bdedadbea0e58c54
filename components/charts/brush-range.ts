/** Part of a time span, as fractions of it: 0 is its beginning, 1 its end. */
export interface BrushRange {
  readonly from: number;
  readonly to: number;
}

export const fullBrush: BrushRange = { from: 0, to: 1 };
/** A shorter range is a click, not a selection. */
export const minBrushShare = 0.01;
const step = 0.02;
const bigStep = 0.1;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The range between two positions in either order, clamped to the span. */
export function clampedRange(one: number, other: number): BrushRange {
  const [from, to] = [within(one, 0, 1), within(other, 0, 1)];
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The range after a key press on one of its edges; undefined for other keys. The edges never meet. */
export function movedEdge(
  part: BrushRange,
  edge: "from" | "to",
  key: string,
  large: boolean,
): BrushRange | undefined {
  const by = large ? bigStep : step;
  const wanted = new Map([
    ["ArrowLeft", part[edge] - by],
    ["ArrowDown", part[edge] - by],
    ["ArrowRight", part[edge] + by],
    ["ArrowUp", part[edge] + by],
    ["PageDown", part[edge] - bigStep],
    ["PageUp", part[edge] + bigStep],
    ["Home", 0],
    ["End", 1],
  ]).get(key);
  if (wanted === undefined) return undefined;
  return edge === "from"
    ? { ...part, from: within(wanted, 0, part.to - minBrushShare) }
    : { ...part, to: within(wanted, part.from + minBrushShare, 1) };
}

/** The range in whole epoch milliseconds, at least one wide. */
export function spanOf(part: BrushRange, fromMs: number, toMs: number): { fromMs: number; toMs: number } {
  const from = Math.round(fromMs + part.from * (toMs - fromMs));
  return { fromMs: from, toMs: Math.max(from + 1, Math.round(fromMs + part.to * (toMs - fromMs))) };
}
