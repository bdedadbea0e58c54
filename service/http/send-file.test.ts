import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRange } from "./send-file.ts";

describe("readRange", () => {
  it.each([
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=10-19", { start: 10, end: 19 }],
    ["bytes=90-", { start: 90, end: 99 }],
    ["bytes=90-5000", { start: 90, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-5000", { start: 0, end: 99 }],
    ["bytes=99-", { start: 99, end: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=9-3", "whole"],
    ["bytes=-", "whole"],
    ["bytes=0-1,5-6", "whole"],
    ["lines=0-1", "whole"],
    [undefined, "whole"],
  ])("%s of 100 bytes", (header, range) => expect(readRange(header, 100)).toEqual(range));

  it("never reaches beyond the file, and parts that follow each other make the whole of it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 900 }), (size, step) => {
        let next = 0;
        while (next < size) {
          const range = readRange(`bytes=${next}-${next + step - 1}`, size);
          if (typeof range === "string") throw new Error(range);
          expect(range.start).toBe(next);
          expect(range.end).toBe(Math.min(next + step, size) - 1);
          next = range.end + 1;
        }
        expect(readRange(`bytes=${next}-`, size)).toBe("unsatisfiable");
      }),
    );
  });
});
