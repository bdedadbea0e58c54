import { expect, test } from "vitest";
import { type Figure, isMet, median, ratioOf } from "./figure.ts";
import { tableOf } from "./table.ts";

const figure: Figure = { id: "P4", what: "lines taken", unit: "lines/s", ours: 40_000 };

test("a goal speaks of our number or of its ratio to the baseline", () => {
  const beside = { ...figure, baseline: { name: "plain list", value: 10_000 } };
  expect(ratioOf(beside)).toBe(4);
  expect(isMet(beside)).toBeUndefined();
  expect(isMet({ ...beside, goal: { of: "ratio", bound: "least", than: 5 } })).toBe(false);
  expect(isMet({ ...beside, goal: { of: "value", bound: "least", than: 10_000 } })).toBe(true);
  expect(isMet({ ...beside, goal: { of: "value", bound: "most", than: 300 } })).toBe(false);
});

test("a ratio that cannot be told meets no goal", () => {
  expect(isMet({ ...figure, goal: { of: "ratio", bound: "most", than: 1 } })).toBe(false);
});

test("the median does not mind the order, and there is none of nothing", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(() => median([])).toThrow();
});

test("the table says of each figure what it is beside, and whether its goal is met", () => {
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
