import { expect, test } from "vitest";
import { unrecordedLegend } from "./unrecorded-span.ts";

test("names unrecorded time with its duration, and returns nothing where all was recorded", () => {
  expect(unrecordedLegend([])).toEqual([]);
  const spans = [
    { fromMs: 0, toMs: 60_000 },
    { fromMs: 600_000, toMs: 690_000 },
  ];
  expect(unrecordedLegend(spans)).toMatchObject([{ label: "not recorded", value: "2 min 30 s" }]);
});
