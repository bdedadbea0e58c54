import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likelyOverlap } from "./likely-position.ts";

const linesOf = (text: string) => (text === "" ? [] : text.split(" "));
/** The overlap of shown lines and a log, in words: how many are repeated, and what the log may still repeat. */
const overlap = (shown: string, log: string) => {
  const found = likelyOverlap(linesOf(shown), linesOf(log));
  return found && [found.repeated, found.ahead.join(" ")];
};

describe("the overlap of shown lines with a log that begins again", () => {
  it.each([
    ["a b c", "a b c d", 3, ""],
    ["a b c", "c d", 1, ""],
    // Lines in place of the log's, such as messages of the upstream.
    ["a b c d X", "a b c d e", 4, ""],
    // The log does not have all of them yet.
    ["a b c d e f", "a b c d", 4, "e f"],
    ["a b c d e f", "b c d", 3, "e f"],
    ["d e f g", "a b c d e f", 6, "g"],
    // The longest counts, not the last.
    ["h h h a b c d h h h", "h h h a b c d", 7, "h h h"],
    ["t t t t", "t t t", 3, ""],
    ["a b t", "b t d", 2, ""],
    ["a", "x a y", 2, ""],
    // Each has another line in between, which the other does not have.
    ["a b X h c h", "a b h c h d", 5, ""],
    ["a b c d e", "c", 1, "d e"],
    ["t t t", "t t t u", 3, ""],
  ])("of %j with %j", (shown, log, repeated, ahead) => {
    expect(overlap(shown, log)).toEqual([repeated, ahead]);
  });

  it.each([
    ["a b c", "x y z"],
    ["a b c", ""],
    ["", "a b"],
    ["a b c d e", "x c d y"],
    // A line that is there more than once may be another one.
    ["a h b h", "h x y z"],
    ["a b h", "h x h y"],
    ["h", "x h y h z"],
    ["t t t t", "t t"],
    ["a h b h c", "h"],
    ["u h h h", "v h h h w h h h x"],
    // So may one that is not the last.
    ["a b h c", "h x y"],
  ])("is none of %j with %j", (shown, log) => {
    expect(overlap(shown, log)).toBeUndefined();
  });

  it("is exact for any part of a log of distinct lines", () => {
    const part = fc
      .tuple(fc.nat(60), fc.nat(60))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);
    fc.assert(
      fc.property(part, part, ([shownFrom = 0, shownTo = 0], [from = 0, to = 0]) => {
        // The log begins among the shown lines, or before them, and goes at least as far as they begin.
        fc.pre(from < shownTo && to > shownFrom + 3 && shownTo > shownFrom + 3 && to > from + 3);
        const numbers = (first: number, end: number) =>
          Array.from({ length: end - first }, (_, at) => String(first + at));
        const found = likelyOverlap(numbers(shownFrom, shownTo), numbers(from, to));
        expect(found).toEqual(
          to >= shownTo
            ? { repeated: shownTo - from, ahead: [] }
            : { repeated: to - from, ahead: numbers(to, shownTo) },
        );
      }),
    );
  });
});
