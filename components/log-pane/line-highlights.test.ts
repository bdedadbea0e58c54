import { expect, it } from "vitest";
import { mergeHighlights } from "./line-highlights.ts";

it("puts matches over highlights and keeps the uncovered parts", () => {
  const highlights = [
    { from: 0, to: 10, hue: "red" },
    { from: 12, to: 14, hue: "blue" },
  ] as const;
  expect(mergeHighlights([], highlights).map(({ as }) => as)).toEqual(["red", "blue"]);
  expect(
    mergeHighlights(
      [
        [2, 4],
        [8, 13],
      ],
      highlights,
    ),
  ).toEqual([
    { from: 0, to: 2, as: "red" },
    { from: 2, to: 4, as: "found" },
    { from: 4, to: 8, as: "red" },
    { from: 8, to: 13, as: "found" },
    { from: 13, to: 14, as: "blue" },
  ]);
});
