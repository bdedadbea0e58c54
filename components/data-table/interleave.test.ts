import { describe, expect, it } from "vitest";
import { interleave, stepKey } from "./interleave.ts";
import { rangeText } from "./range-text.ts";

const key = (row: { id: string }) => row.id;

describe("interleave", () => {
  it("shows each id once: the first one counts", () => {
    const rows = [
      { id: "a", n: 1 },
      { id: "b", n: 2 },
      { id: "a", n: 3 },
    ];
    expect(interleave(rows, key, []).map((line) => (line.kind === "row" ? line.row.n : 0))).toEqual([1, 2]);
  });
  it("puts bad rows where they were, and at the end when past it", () => {
    const rows = [{ id: "a" }, { id: "b" }];
    const bad = [
      { key: "9", position: 9, problem: "" },
      { key: "1", position: 1, problem: "" },
    ];
    expect(interleave(rows, key, bad).map((line) => line.key)).toEqual(["a", "bad 1", "b", "bad 9"]);
  });
});

describe("stepKey", () => {
  const keys = ["a", "b", "c"];
  it("starts at an end and stops at the ends", () => {
    expect(stepKey(keys, undefined, 1)).toBe("a");
    expect(stepKey(keys, undefined, -1)).toBe("c");
    expect(stepKey(keys, "gone", 1)).toBe("a");
    expect(stepKey(keys, "b", 1)).toBe("c");
    expect(stepKey(keys, "c", 1)).toBe("c");
    expect(stepKey(keys, "a", -1)).toBe("a");
    expect(stepKey([], "a", 1)).toBeUndefined();
  });
});

describe("rangeText", () => {
  it("never makes up a total", () => {
    expect(rangeText(0, 50, true)).toBe("1–50, more");
    expect(rangeText(1000, 14, false)).toBe("1,001–1,014 of 1,014");
    expect(rangeText(0, 0, false)).toBe("nothing here");
  });
});
