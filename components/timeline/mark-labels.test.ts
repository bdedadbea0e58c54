import { expect, it } from "vitest";
import type { Scale } from "./lane-shapes.ts";
import { markLabels } from "./mark-labels.ts";

const scale: Scale = { range: { fromMs: 0, toMs: 1_000 }, widthPx: 1_000, timeText: String };
const labels = (...marks: readonly (readonly [number, string])[]) =>
  markLabels(
    scale,
    marks.map(([at_ms, note], at) => ({
      id: `m${at}`,
      at_ms,
      note,
      by: "ada",
      mine: true,
      created_at_ms: 0,
    })),
  ).map(({ mark: { id }, x, w, isBefore }) => [id, x, x + w, isBefore]);

it("puts the note of a mark after its line, and before it at the end of the range", () => {
  expect(labels([100, "deployed v12"], [990, "deployed v13"])).toEqual([
    ["m1", 908, 990, true],
    ["m0", 100, 182, false],
  ]);
});

it("limits a long note, and ends it where the next begins", () => {
  const long = "x".repeat(280);
  expect(labels([100, long], [500, long], [650, long])).toEqual([
    ["m2", 650, 890, false],
    ["m1", 260, 500, true],
    ["m0", 100, 260, false],
  ]);
});

it("leaves out a note without room", () => {
  expect(labels([500, "deployed v12"], [510, "deployed v13"], [520, "deployed v14"])).toEqual([
    ["m2", 520, 602, false],
    ["m0", 418, 500, true],
  ]);
});
