import { describe, expect, it } from "vitest";
import { rangeFrom, widerRange } from "./time-range.ts";

const range = { fromMs: 1_000_000, toMs: 1_600_000 };

describe("a range", () => {
  it("is rejected when inverted or wider than a response allows", () => {
    expect(rangeFrom(5, 4)).toBeUndefined();
    expect(rangeFrom(undefined, 4)).toBeUndefined();
    expect(rangeFrom(0, 32 * 86_400_000)).toBeUndefined();
    expect(rangeFrom(4, 5)).toEqual({ fromMs: 4, toMs: 5 });
  });

  it("doubles around its middle, and not beyond now", () => {
    expect(widerRange(range, 9_000_000)).toEqual({ fromMs: 700_000, toMs: 1_900_000 });
    expect(widerRange(range, 1_600_000)).toEqual({ fromMs: 400_000, toMs: 1_600_000 });
  });
});
