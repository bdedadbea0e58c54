import { expect, it } from "vitest";
import { partlyWords } from "./partly-words.ts";

it("says of a list how much of it was read, and nothing where that was all", () => {
  expect(partlyWords({ partly: null })).toBeUndefined();
  expect(partlyWords({ partly: { read: 1_810, why: "cut" } })).toBe(
    "the first 1,810 only: the list is longer than is read, the rest is not recorded",
  );
  expect(partlyWords({ partly: { read: 3, why: "unreadable" } })).toMatch(/^3 read, and some/);
  expect(partlyWords({ partly: { read: 300, why: "moved" } })).toMatch(/some may have been passed over$/);
});
