import { describe, expect, it } from "vitest";
import { heldChoice, movedChoice, rowAfter } from "./file-choice.ts";

describe("what is chosen in a folder", () => {
  it("is its first thing until one is chosen, and nothing in an empty one", () => {
    expect(heldChoice(["a", "b"], undefined)).toEqual({ name: "a", at: 0 });
    expect(heldChoice([], undefined)).toBeUndefined();
  });
  it("stays the same thing where others come and go", () => {
    expect(heldChoice(["0", "a", "b"], { name: "a", at: 0 })).toEqual({ name: "a", at: 1 });
    const seen = { name: "b", at: 1 };
    expect(heldChoice(["a", "b"], seen)).toBe(seen);
  });
  it("is no other thing once it is gone, and itself again when it is back", () => {
    const gone = heldChoice(["a", "c"], { name: "b", at: 1 });
    expect(gone).toEqual({ name: "b", at: 1 });
    expect(heldChoice([], gone)).toBe(gone);
    expect(heldChoice(["a", "b", "c"], gone)).toBe(gone);
  });
  it("goes along with a rename, and stays behind when it left the folder", () => {
    const choice = { name: "a", at: 3 };
    expect(movedChoice(choice, "/tmp", { from: "/tmp/a", to: "/tmp/z" })).toEqual({ name: "z", at: 3 });
    expect(movedChoice(choice, "/", { from: "/a", to: "/z" })).toEqual({ name: "z", at: 3 });
    expect(movedChoice(choice, "/tmp", { from: "/tmp/a", to: "/tmp/in/a" })).toBe(choice);
    expect(movedChoice(choice, "/tmp", { from: "/tmp/b", to: "/tmp/z" })).toBe(choice);
    expect(movedChoice(undefined, "/tmp", { from: "/tmp/b", to: "/tmp/z" })).toBeUndefined();
  });
});

describe("the keys that walk a folder", () => {
  const there = { at: 4, isThere: true, count: 20 };
  it("go on from what is chosen and stop at the ends", () => {
    const keys = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "Enter"];
    expect(keys.map((key) => rowAfter(key, there))).toEqual([5, 3, 14, 0, 0, 19, undefined]);
    expect(rowAfter("ArrowDown", { at: 19, isThere: true, count: 20 })).toBe(19);
  });
  it("miss nothing where what was chosen is gone", () => {
    const gone = { at: 4, isThere: false, count: 19 };
    expect(rowAfter("ArrowDown", gone)).toBe(4);
    expect(rowAfter("ArrowUp", gone)).toBe(3);
  });
});
