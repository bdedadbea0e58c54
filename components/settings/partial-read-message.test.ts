import { expect, it } from "vitest";
import { partialReadMessage } from "./partial-read-message.ts";

it("states how much of a list was read, and nothing where that was all", () => {
  expect(partialReadMessage({ partly: null })).toBeUndefined();
  expect(partialReadMessage({ partly: { read: 1_810, why: "cut" } })).toBe("first 1,810 only");
  expect(partialReadMessage({ partly: { read: 3, why: "unreadable" } })).toMatch(
    /^3 read, others unreadable/,
  );
  expect(partialReadMessage({ partly: { read: 300, why: "moved" } })).toMatch(/some may be missing$/);
});
