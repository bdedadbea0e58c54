import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutMark, LineCutter } from "./line-cutter.ts";

/** Cuts `bytes` into chunks at the given places and collects all lines. */
function linesOf(cutter: LineCutter, bytes: Buffer, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  const lines: string[] = [];
  for (const end of [...ends, bytes.length]) {
    lines.push(...cutter.push(bytes.subarray(start, end)));
    start = end;
  }
  return lines;
}

describe("LineCutter", () => {
  test("gives the same whole lines wherever the chunks are cut", () => {
    const text = fc.array(fc.string({ unit: "binary" }).map((line) => line.replaceAll("\n", "")));
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (lines, places) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const wanted = bytes.toString("utf8").split("\n").filter(Boolean);
        expect(linesOf(new LineCutter(1_000_000), bytes, places)).toEqual(wanted);
      }),
    );
  });

  test("keeps a CR, drops empty lines, holds back an unfinished one", () => {
    const cutter = new LineCutter(100);
    expect(cutter.push(Buffer.from("a\r\n\n\nb\nrest"))).toEqual(["a\r", "b"]);
    expect(cutter.rest()).toEqual(["rest"]);
    expect(cutter.rest()).toEqual([]);
  });

  test("cuts an overlong line within its bytes, never inside a character, and goes on behind it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 80 }), fc.nat(40), fc.array(fc.nat()), (max, lead, places) => {
        const line = "x".repeat(lead) + "ü€😀".repeat(100);
        const [cut = "", next] = linesOf(new LineCutter(max), Buffer.from(`${line}\nnext\n`), places);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max);
        expect(cut.endsWith(cutMark)).toBe(true);
        expect(line.startsWith(cut.slice(0, -cutMark.length))).toBe(true);
        expect(next).toBe("next");
      }),
    );
  });

  test("a line of exactly the limit is whole", () => {
    expect(new LineCutter(30).push(Buffer.from(`${"y".repeat(30)}\n`))).toEqual(["y".repeat(30)]);
  });
});
