import { expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

const marked = (text: string, ...ranges: [number, number][]) => {
  const excerpt = excerptOf(text, ranges);
  return { ...excerpt, marks: excerpt.ranges.map(([from, to]) => excerpt.text.slice(from, to)) };
};

it("leaves a short text as it is", () => {
  expect(marked("GET /api/address", [9, 16])).toEqual({
    text: "GET /api/address",
    ranges: [[9, 16]],
    marks: ["address"],
  });
});

it("begins shortly before a match that is far behind, and ends where there is too much", () => {
  const text = `${"x".repeat(500)} needle ${"y".repeat(900)} needle`;
  const { text: shown, marks } = marked(text, [501, 507], [1409, 1415]);
  expect(shown).toMatch(/^…x{59} needle y+…$/);
  expect(shown.length).toBeLessThan(610);
  expect(marks).toEqual(["needle"]);
});

it("cuts no character in two", () => {
  const text = `${"😀".repeat(100)}needle${"😀".repeat(400)}`;
  expect(excerptOf(text, [[200, 206]]).text).not.toMatch(
    /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/,
  );
});
