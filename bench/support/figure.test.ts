import { expect, test } from "vitest";
import { type Figure, isMet, leastForP95, median, p95Of, ratioOf } from "./figure.ts";
import { tableOf } from "./figure-table.ts";

const figure: Figure = { id: "P4", what: "lines taken", unit: "lines/s", ours: 40_000 };

test("a goal bounds our value or its ratio to the baseline", () => {
  const compared = { ...figure, baseline: { name: "plain list", value: 10_000 } };
  expect(ratioOf(compared)).toBe(4);
  expect(isMet(compared)).toBeUndefined();
  expect(isMet({ ...compared, goal: { of: "ratio", bound: "least", than: 5 } })).toBe(false);
  expect(isMet({ ...compared, goal: { of: "value", bound: "least", than: 10_000 } })).toBe(true);
  expect(isMet({ ...compared, goal: { of: "value", bound: "most", than: 300 } })).toBe(false);
});

test("without a baseline no ratio goal is met", () => {
  expect(isMet({ ...figure, goal: { of: "ratio", bound: "most", than: 1 } })).toBe(false);
});

test("the median is independent of the order; no values throw", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(() => median([])).toThrow();
});

test("the 95th percentile is not the longest value; too few have none", () => {
  const values = Array.from({ length: leastForP95 }, (_, at) => at);
  expect(p95Of(values)).toBe(leastForP95 - 2);
  expect(() => p95Of(values.slice(1))).toThrow();
});

test("the table has the baseline of each figure and whether its goal is met", () => {
  const table = tableOf([
    {
      ...figure,
      baseline: { name: "plain list", value: 10_000 },
      goal: { of: "ratio", bound: "least", than: 5 },
      note: "following",
    },
    { ...figure, what: "first match", unit: "ms", ours: 0.25 },
  ]);
  expect(table).toContain(
    "| P4 | lines taken (following) | 40,000 lines/s | 10,000 lines/s (plain list) | 4.0 |",
  );
  expect(table).toContain("ratio ≥ 5 | **no** |");
  expect(table).toContain("| P4 | first match | 0.25 ms | – | – | – | – |");
});
