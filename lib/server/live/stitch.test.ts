import fc from "fast-check";
import { expect, test } from "vitest";
import { overlap, repeatedLines } from "./stitch.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });

test("the longest overlap, as by trying them all", () => {
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

test("T47 two readings of one log join without a line lost or doubled", () => {
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
        const repeated = repeatedLines(history, followed, whole.length > keep);
        expect([...whole, ...followed.slice(history.length === 0 ? seam : repeated)]).toEqual(log);
      },
    ),
    { numRuns: 1000 },
  );
});
