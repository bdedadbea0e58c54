import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter, truncationMark } from "./line-splitter.ts";

/** Splits `bytes` at the given offsets and collects all lines. */
function linesOf(splitter: LineSplitter, bytes: Buffer, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  const lines: string[] = [];
  for (const end of [...ends, bytes.length]) {
    lines.push(...splitter.push(bytes.subarray(start, end)));
    start = end;
  }
  return lines;
}

describe("LineSplitter", () => {
  test("returns the same lines for any division into chunks", () => {
    const text = fc.array(fc.string({ unit: "binary" }).map((line) => line.replaceAll("\n", "")));
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (lines, places) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const expected = bytes.toString("utf8").split("\n").filter(Boolean);
        expect(linesOf(new LineSplitter(1_000_000), bytes, places)).toEqual(expected);
      }),
    );
  });

  test("keeps CR, drops empty lines, holds back an unfinished line", () => {
    const splitter = new LineSplitter(100);
    expect(splitter.push(Buffer.from("a\r\n\n\nb\nrest"))).toEqual(["a\r", "b"]);
    expect(splitter.rest()).toEqual(["rest"]);
    expect(splitter.rest()).toEqual([]);
  });

  test("cuts an overlong line between characters and continues after it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 80 }), fc.nat(40), fc.array(fc.nat()), (max, lead, places) => {
        const line = "x".repeat(lead) + "ü€😀".repeat(100);
        const [cut = "", next] = linesOf(new LineSplitter(max), Buffer.from(`${line}\nnext\n`), places);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max);
        expect(cut.endsWith(truncationMark)).toBe(true);
        expect(line.startsWith(cut.slice(0, -truncationMark.length))).toBe(true);
        expect(next).toBe("next");
      }),
    );
  });

  test("does not cut a line of exactly the limit", () => {
    expect(new LineSplitter(30).push(Buffer.from(`${"y".repeat(30)}\n`))).toEqual(["y".repeat(30)]);
  });
});
