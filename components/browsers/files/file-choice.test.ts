import { describe, expect, it } from "vitest";
import { movedChoice, refreshedChoice, rowAfter } from "./file-choice.ts";

describe("selection in a folder", () => {
  it("is the first entry by default, and none in an empty folder", () => {
    expect(refreshedChoice(["a", "b"], undefined)).toEqual({ name: "a", at: 0 });
    expect(refreshedChoice([], undefined)).toBeUndefined();
  });
  it("stays on the same entry when others are added or removed", () => {
    expect(refreshedChoice(["0", "a", "b"], { name: "a", at: 0 })).toEqual({ name: "a", at: 1 });
    const seen = { name: "b", at: 1 };
    expect(refreshedChoice(["a", "b"], seen)).toBe(seen);
  });
  it("does not move to another entry when its own is removed, and recovers when it returns", () => {
    const gone = refreshedChoice(["a", "c"], { name: "b", at: 1 });
    expect(gone).toEqual({ name: "b", at: 1 });
    expect(refreshedChoice([], gone)).toBe(gone);
    expect(refreshedChoice(["a", "b", "c"], gone)).toBe(gone);
  });
  it("follows a rename, but not a move out of the folder", () => {
    const choice = { name: "a", at: 3 };
    expect(movedChoice(choice, "/tmp", { from: "/tmp/a", to: "/tmp/z" })).toEqual({ name: "z", at: 3 });
    expect(movedChoice(choice, "/", { from: "/a", to: "/z" })).toEqual({ name: "z", at: 3 });
    expect(movedChoice(choice, "/tmp", { from: "/tmp/a", to: "/tmp/in/a" })).toBe(choice);
    expect(movedChoice(choice, "/tmp", { from: "/tmp/b", to: "/tmp/z" })).toBe(choice);
    expect(movedChoice(undefined, "/tmp", { from: "/tmp/b", to: "/tmp/z" })).toBeUndefined();
  });
});

describe("arrow keys in a folder", () => {
  const there = { at: 4, isThere: true, count: 20 };
  it("move from the selection and stop at the ends", () => {
    const keys = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "Enter"];
    expect(keys.map((key) => rowAfter(key, there))).toEqual([5, 3, 14, 0, 0, 19, undefined]);
    expect(rowAfter("ArrowDown", { at: 19, isThere: true, count: 20 })).toBe(19);
  });
  it("skip no row when the selected entry is gone", () => {
    const gone = { at: 4, isThere: false, count: 19 };
    expect(rowAfter("ArrowDown", gone)).toBe(4);
    expect(rowAfter("ArrowUp", gone)).toBe(3);
  });
});
