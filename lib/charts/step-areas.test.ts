import { expect, it } from "vitest";
import { stepAreas } from "./step-areas.ts";

const box = { fromMs: 0, toMs: 100, width: 10, height: 10, max: 10 };

it("stacks the values of each step, on whole pixels", () => {
  const points = [
    { atMs: 0, values: { low: 5, high: 5 } },
    { atMs: 44, values: { low: 2, high: 0 } },
  ];
  expect([...stepAreas(points, ["low", "high"], box)]).toEqual([
    ["low", "M0 10V5H4V10zM4 10V8H10V10z"],
    ["high", "M0 5V0H4V5z"],
  ]);
});

it("draws nothing in a gap, or in a step of no width", () => {
  const points = [
    { atMs: 0, values: {} },
    { atMs: 50, values: { low: 10 } },
    { atMs: 51, values: { low: null } },
  ];
  expect([...stepAreas(points, ["low"], box)]).toEqual([["low", ""]]);
});
