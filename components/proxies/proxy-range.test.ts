import { expect, test } from "vitest";
import { periodMs } from "@/lib/charts/periods";
import { formatBound, historyRanges } from "./proxy-range.ts";

test("the longest range is the default retention", () => {
  expect(Math.max(...historyRanges.map((range) => periodMs[range]))).toBe(30 * 86_400_000);
});

test("an incomplete response is described", () => {
  expect(formatBound({ complete: true })).toBeUndefined();
  expect(formatBound({ complete: false })).toBe("the newest 50,000 checks only");
});
