import { expect, test } from "vitest";
import { isUnrecorded, unrecordedLegend } from "./unrecorded-span.ts";

test("names unrecorded time with its duration, and returns nothing where all was recorded", () => {
  expect(unrecordedLegend([])).toEqual([]);
  const spans = [
    { fromMs: 0, toMs: 60_000 },
    { fromMs: 600_000, toMs: 690_000 },
  ];
  expect(unrecordedLegend(spans)).toMatchObject([{ label: "not recorded", value: "2 min 30 s" }]);
});

test.each([
  ["nothing is missing", [], false],
  ["a part is missing", [[0, 30]], false],
  ["all is missing", [[0, 60]], true],
  [
    "all but the newest bucket is missing, in parts",
    [
      [0, 20],
      [20, 55],
    ],
    true,
  ],
] as const)("knows whether a range was recorded at all: %s", (_, spans, expected) => {
  const missing = spans.map(([fromMs, toMs]) => ({ fromMs, toMs }));
  expect(isUnrecorded({ fromMs: 0, toMs: 60, stepMs: 5 }, missing)).toBe(expected);
});
