import fc from "fast-check";
import { expect, test } from "vitest";
import { findSeam, isDoubtful, overlap } from "./history-overlap.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });

test("finds the same longest overlap as brute force", () => {
  fc.assert(
    fc.property(lines, lines, (earlier, later) => {
      let longest = 0;
      for (let size = 1; size <= Math.min(earlier.length, later.length); size += 1) {
        if (earlier.slice(-size).join() === later.slice(0, size).join()) longest = size;
      }
      expect(overlap(earlier, later)).toBe(longest);
    }),
    { numRuns: 1000 },
  );
});

test("T47 merges history and followed lines without loss or repetition", () => {
  fc.assert(
    fc.property(
      fc.nat(200),
      fc.nat(200),
      fc.nat(200),
      fc.integer({ min: 1, max: 50 }),
      (before, seam, after, keep) => {
        const log = Array.from({ length: before + seam + after }, (_, index) => `line ${index}`);
        const whole = log.slice(0, before + seam);
        const history = whole.slice(-keep);
        const followed = log.slice(before);
        const { repeated } = findSeam(history, followed, whole.length > keep);
        expect([...whole, ...followed.slice(history.length === 0 ? seam : repeated)]).toEqual(log);
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  ["no overlap", ["a", "a"], ["a"], 0, false],
  ["lines that occur once", ["a", "b", "c"], ["b", "c", "d"], 2, false],
  ["a repeated message", ["a", "a", "a"], ["a", "b"], 1, true],
  ["lines that occur earlier too", ["b", "c", "x", "b", "c"], ["b", "c", "d"], 2, true],
  ["lines that begin the same earlier", ["b", "x", "b", "c"], ["b", "c", "d"], 2, false],
  ["an overlap with itself", ["a", "a", "a"], ["a", "a"], 2, true],
  ["the whole history", ["a", "b"], ["a", "b", "c"], 2, false],
  ["an earlier occurrence just before", ["c", "c"], ["c"], 1, true],
])("an overlap of %s may be a coincidence: %#", (_, history, followed, repeated, doubtful) => {
  expect(isDoubtful(history, followed, repeated)).toBe(doubtful);
});

test("T47 followed lines that lag behind the history settle nothing until they have reached its end", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.integer({ min: 1, max: 50 }), fc.nat(50), (before, seam, arrived) => {
      const log = Array.from({ length: before + seam + 50 }, (_, index) => `line ${index}`);
      const history = log.slice(0, before + seam);
      const followed = log.slice(before, before + arrived);
      const found = findSeam(history, followed, false);
      if (arrived === 0) expect(found.settled).toBe(false);
      else
        expect(found).toEqual({
          repeated: Math.min(arrived, seam),
          settled: arrived >= seam,
          lagging: arrived < seam,
        });
    }),
  );
});
