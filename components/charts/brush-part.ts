/** A part of a span of time, as shares of it: 0 is its beginning, 1 its end. */
export interface BrushPart {
  readonly from: number;
  readonly to: number;
}

export const wholePart: BrushPart = { from: 0, to: 1 };
/** What is shorter is a click, not a choice. */
export const leastPart = 0.01;
const step = 0.02;
const bigStep = 0.1;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The part between two places, whichever comes first, cut to the whole. */
export function clampedPart(one: number, other: number): BrushPart {
  const [from, to] = [within(one, 0, 1), within(other, 0, 1)];
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The part after a key on one of its edges; undefined for keys that move nothing. The edges never meet. */
export function movedEdge(
  part: BrushPart,
  edge: "from" | "to",
  key: string,
  large: boolean,
): BrushPart | undefined {
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
    ? { ...part, from: within(wanted, 0, part.to - leastPart) }
    : { ...part, to: within(wanted, part.from + leastPart, 1) };
}

/** The part in whole epoch milliseconds, at least one apart. */
export function spanOf(part: BrushPart, fromMs: number, toMs: number): { fromMs: number; toMs: number } {
  const from = Math.round(fromMs + part.from * (toMs - fromMs));
  return { fromMs: from, toMs: Math.max(from + 1, Math.round(fromMs + part.to * (toMs - fromMs))) };
}
