import { expect, test } from "vitest";
import { stageTable } from "./stage-table.mjs";

test("the closing table has the minutes of each stage and their total", () => {
  const steps = [
    { title: "packages", tookMs: 900, result: "up to date" },
    { title: "unit tests", tookMs: 61_000, result: "2081 passed" },
    { title: "end-to-end tests", tookMs: 600_000, result: "failed" },
  ];
  expect(stageTable(steps, 663_000)).toBe(
    [
      "stage             minutes  result",
      "packages             0.01  up to date",
      "unit tests           1.02  2081 passed",
      "end-to-end tests    10.00  failed",
      "in all              11.05",
    ].join("\n"),
  );
});
