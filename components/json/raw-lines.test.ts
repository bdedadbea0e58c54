import fc from "fast-check";
import { expect, it } from "vitest";
import { longestLine, rawLines } from "./raw-lines.ts";

const piecesOf = (text: string) => {
  const { begins } = rawLines(text);
  return begins.slice(0, -1).map((from, index) => text.slice(from, begins[index + 1]));
};

it("splits a text into lines and long lines into pieces, and loses nothing", () => {
  const line = fc.oneof(fc.string(), fc.constant("x".repeat(longestLine * 2 + 7)), fc.constant("\n"));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join("\n");
      expect(piecesOf(text).join("")).toBe(text);
    }),
  );
  expect(piecesOf("a\nb\n")).toEqual(["a\n", "b\n"]);
  expect(rawLines("a\nb").cut).toBe(false);
  expect(piecesOf("x".repeat(longestLine + 5)).map(({ length }) => length)).toEqual([longestLine, 5]);
});

it("never splits a surrogate pair", () => {
  const pieces = piecesOf(`x${"😀".repeat(longestLine)}`);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
});
