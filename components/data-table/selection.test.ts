import { describe, expect, it } from "vitest";
import { extended, keysBetween, pageState, pageToggled, toggled } from "./selection.ts";

const keys = ["a", "b", "c", "d"];
const set = (text: string) => new Set(text);
const text = (selected: ReadonlySet<string>) => [...selected].sort().join("");

describe("selection", () => {
  it("selects and deselects a row", () => {
    expect(text(toggled(set("a"), "b"))).toBe("ab");
    expect(text(toggled(set("ab"), "b"))).toBe("a");
  });
  it("selects a range in either direction, or the one row when its start is gone", () => {
    expect(keysBetween(keys, "b", "c")).toEqual(["b", "c"]);
    expect(keysBetween(keys, "c", "b")).toEqual(["b", "c"]);
    expect(keysBetween(keys, "b", "d")).toEqual(["b", "c", "d"]);
    expect(keysBetween(keys, "gone", "c")).toEqual(["c"]);
    expect(keysBetween(keys, "a", "gone")).toEqual([]);
  });
  it("deselects what a shrinking range had added, never what was selected before", () => {
    const start = { anchor: "b", base: set("dx") };
    expect(text(extended(start, keys, "c"))).toBe("bcdx");
    expect(text(extended(start, keys, "b"))).toBe("bdx");
    expect(text(extended(start, keys, "a"))).toBe("abdx");
  });
  it("reflects the page and leaves other pages alone", () => {
    expect(pageState(set("x"), keys)).toBe(false);
    expect(pageState(set("ax"), keys)).toBe("indeterminate");
    expect(pageState(set("abcd"), keys)).toBe(true);
    expect(pageState(set("x"), [])).toBe(false);
    expect(text(pageToggled(set("ax"), keys))).toBe("abcdx");
    expect(text(pageToggled(set("abcdx"), keys))).toBe("x");
  });
});
