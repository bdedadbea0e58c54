import { expect, test } from "vitest";
import { formatBound, historyRanges, rangeChoices, rangeMs } from "./proxy-range.ts";

test("the longest range is the default retention, and each can be chosen", () => {
  expect(Math.max(...Object.values(rangeMs))).toBe(30 * 86_400_000);
  expect(rangeChoices.map(({ value }) => value)).toEqual([...historyRanges]);
});

test("an incomplete response is described", () => {
  expect(formatBound({ complete: true })).toBeUndefined();
  expect(formatBound({ complete: false })).toBe("the newest 50,000 checks of the range only");
});
