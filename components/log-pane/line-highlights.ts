// Which parts of a line's visible text are highlighted: search matches take precedence over the operator's
// highlights.
import type { HighlightHue, HueRange } from "@/lib/live/log-highlights";

export interface HighlightedRange {
  readonly from: number;
  readonly to: number;
  readonly as: HighlightHue | "found";
}

/** The matched ranges and the uncovered parts of the highlights, in order, without overlap. */
export function mergeHighlights(
  found: readonly (readonly [number, number])[],
  highlights: readonly HueRange[],
): HighlightedRange[] {
  const ranges: HighlightedRange[] = found.map(([from, to]) => ({ from, to, as: "found" }));
  for (const { from, to, hue } of highlights) {
    let at = from;
    for (const [start, end] of found) {
      if (end <= at || start >= to) continue;
      if (start > at) ranges.push({ from: at, to: start, as: hue });
      at = end;
    }
    if (at < to) ranges.push({ from: at, to, as: hue });
  }
  return ranges.sort((one, other) => one.from - other.from);
}
