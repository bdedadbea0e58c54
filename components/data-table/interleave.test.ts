import { describe, expect, it } from "vitest";
import { interleave, stepKey } from "./interleave.ts";

const key = (row: { id: string }) => row.id;

describe("interleave", () => {
  it("shows each id once: the first occurrence wins", () => {
    const rows = [
      { id: "a", n: 1 },
      { id: "b", n: 2 },
      { id: "a", n: 3 },
    ];
    expect(interleave(rows, key, []).map((line) => (line.kind === "row" ? line.row.n : 0))).toEqual([1, 2]);
  });
  it("puts unreadable rows at their position, and at the end when beyond it", () => {
    const rows = [{ id: "a" }, { id: "b" }];
    const bad = [
      { index: 9, fault: "" },
      { index: 1, fault: "" },
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
