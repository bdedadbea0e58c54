// Which parts of a line's visible text are marked, and why: what is being looked for stands above the operator's own
// highlights.
import type { HighlightHue, HueRange } from "@/lib/live/log-highlights";

export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly as: HighlightHue | "found";
}

/** The found ranges and what they leave of the highlights, in order, none over another. */
export function joinMarks(
  found: readonly (readonly [number, number])[],
  highlights: readonly HueRange[],
): Mark[] {
  const marks: Mark[] = found.map(([from, to]) => ({ from, to, as: "found" }));
  for (const { from, to, hue } of highlights) {
    let at = from;
    for (const [start, end] of found) {
      if (end <= at || start >= to) continue;
      if (start > at) marks.push({ from: at, to: start, as: hue });
      at = end;
    }
    if (at < to) marks.push({ from: at, to, as: hue });
  }
  return marks.sort((one, other) => one.from - other.from);
}
