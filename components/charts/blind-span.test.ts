import { expect, test } from "vitest";
import { blindLegend } from "./blind-span.ts";

test("names what was not recorded with its length, and nothing where all of it was", () => {
  expect(blindLegend([])).toEqual([]);
  const spans = [
    { fromMs: 0, toMs: 60_000 },
    { fromMs: 600_000, toMs: 690_000 },
  ];
  expect(blindLegend(spans)).toMatchObject([{ label: "not recorded", value: "2 min 30 s" }]);
});
