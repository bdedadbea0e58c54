import fc from "fast-check";
import { expect, test } from "vitest";
import { LineRing, ringBounds } from "./line-ring.ts";
import { linesOf } from "./log-lines.ts";

const at = "2026-01-01T00:00:00.000000000Z";
const note = /^\[(\d+) lines? (?:is|are) missing here: only the last 2000 lines \(1 MB\) are stored here\]$/;

test("a reader at any pace gets each line once, in order, or the number of lines it missed", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("add" as const), count: fc.integer({ min: 1, max: 1500 }) }),
    fc.record({ kind: fc.constant("read" as const), count: fc.integer({ min: 1, max: 900 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const ring = new LineRing();
      let added = 0;
      let from = 0;
      for (const { kind, count } of steps) {
        if (kind === "add") {
          for (let line = 0; line < count; line++) ring.add([{ at, text: String(added++) }]);
          continue;
        }
        const { lines, next } = ring.read(from, count);
        const skipped = Number(note.exec(lines[0]?.text ?? "")?.[1] ?? 0);
        const numbers = lines.slice(skipped > 0 ? 1 : 0).map((line) => Number(line.text));
        expect(numbers).toEqual(numbers.map((_, index) => from + skipped + index));
        expect(next).toBe(from + skipped + numbers.length);
        expect(numbers.length).toBe(Math.min(count, added - from - skipped));
        from = next;
      }
      const missing = Math.max(0, added - ringBounds.lines);
      const all = ring.lines().map((line) => line.text);
      if (missing > 0) expect(note.exec(all.shift() ?? "")?.[1]).toBe(String(missing));
      expect(all).toEqual(
        Array.from({ length: Math.min(added, ringBounds.lines) }, (_, index) => String(missing + index)),
      );
    }),
    { numRuns: 60 },
  );
});

test("long lines are cut, the total is bounded, text is split into lines", () => {
  const ring = new LineRing();
  expect(linesOf(at, "one\ntwo\r\n\n three").map((line) => line.text)).toEqual(["one", "two", " three"]);
  for (let count = 0; count < 1_000; count++) ring.add(linesOf(at, "x".repeat(100_000)));
  const lines = ring.lines();
  expect(lines.at(-1)?.text).toMatch(/^x{8192}… \(100000 characters\)$/);
  expect(lines.reduce((sum, line) => sum + line.text.length, 0)).toBeLessThanOrEqual(
    ringBounds.characters + 100,
  );
});

test("lines that one text has beyond the bound are counted, too", () => {
  const ring = new LineRing();
  ring.add(linesOf(at, "x\n".repeat(2_500)));
  expect(note.exec(ring.lines()[0]?.text ?? "")?.[1]).toBe("500");
});
