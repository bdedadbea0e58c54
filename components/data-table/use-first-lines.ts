import { useDeferredValue } from "react";

/** They fill a window of usual height. */
const firstLines = 25;

/** The lines to draw: the first of a new list at once, all in a task of their own after that. `left` is how many follow. */
export function useFirstLines<Line>(lines: readonly Line[]): { drawn: readonly Line[]; left: number } {
  const count = Math.max(firstLines, useDeferredValue(lines.length, 0));
  return count >= lines.length
    ? { drawn: lines, left: 0 }
    : { drawn: lines.slice(0, count), left: lines.length - count };
}
