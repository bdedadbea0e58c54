// Where the notes of marks stand above their lines. Pure.
import type { Annotation } from "@/lib/bff/timeline";
import { type Scale, xOf } from "./lane-shapes.ts";

const characterPx = 6;
const paddingPx = 10;
const mostPx = 240;
/** Less of a note says nothing. */
const leastPx = 48;

/** A note in pixels; it ends at its mark where `isBefore`, else it begins there. */
interface MarkLabel {
  readonly mark: Annotation;
  readonly x: number;
  readonly w: number;
  readonly isBefore: boolean;
}

/** The notes that have room beside their lines, without overlap, newest first. */
export function markLabels(scale: Scale, marks: readonly Annotation[]): readonly MarkLabel[] {
  const newestFirst = marks
    .map((mark) => ({ mark, at: xOf(scale, mark.at_ms) }))
    .sort((one, other) => other.at - one.at);
  let endPx = scale.widthPx;
  return newestFirst.flatMap(({ mark, at }, index): MarkLabel[] => {
    const wanted = Math.min(mostPx, mark.note.length * characterPx + paddingPx);
    const after = Math.min(wanted, endPx - at);
    const before = Math.min(wanted, at - (newestFirst[index + 1]?.at ?? 0));
    const w = Math.max(after, before);
    const isBefore = before > after;
    endPx = Math.min(endPx, isBefore ? at - w : at);
    return w < Math.min(wanted, leastPx) ? [] : [{ mark, x: isBefore ? at - w : at, w, isBefore }];
  });
}
