import { expect, test } from "vitest";
import { boundWords, historyRanges, rangeChoices, rangeMs } from "./proxy-range.ts";

test("the longest range is what is kept by default, and each can be chosen", () => {
  expect(Math.max(...Object.values(rangeMs))).toBe(30 * 86_400_000);
  expect(rangeChoices.map(({ value }) => value)).toEqual([...historyRanges]);
});

test("an answer that leaves checks out says so", () => {
  expect(boundWords({ complete: true })).toBeUndefined();
  expect(boundWords({ complete: false })).toBe("the newest 50,000 checks of the range only");
});
