import fc from "fast-check";
import { expect, test } from "vitest";
import { LineRing, ringBounds } from "./line-ring.ts";

const at = "2026-01-01T00:00:00.000000000Z";

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
          for (let line = 0; line < count; line++) ring.add(at, String(added++));
          continue;
        }
        const { lines, skipped, next } = ring.read(from, count);
        const numbers = lines.map((line) => Number(line.text));
        expect(numbers).toEqual(numbers.map((_, index) => from + skipped + index));
        expect(next).toBe(from + skipped + lines.length);
        expect(lines.length).toBe(Math.min(count, added - from - skipped));
        from = next;
      }
      expect(ring.lines().map((line) => Number(line.text))).toEqual(
        Array.from(
          { length: Math.min(added, ringBounds.lines) },
          (_, index) => Math.max(0, added - ringBounds.lines) + index,
        ),
      );
    }),
    { numRuns: 60 },
  );
});

test("long lines are cut, the total is bounded, text is split into lines", () => {
  const ring = new LineRing();
  expect(ring.add(at, "one\ntwo\r\n\n three").map((line) => line.text)).toEqual(["one", "two", " three"]);
  for (let count = 0; count < 1_000; count++) ring.add(at, "x".repeat(100_000));
  const lines = ring.lines();
  expect(lines.at(-1)?.text).toMatch(/^x{8192}… \(100000 characters\)$/);
  expect(lines.reduce((sum, line) => sum + line.text.length, 0)).toBeLessThanOrEqual(ringBounds.characters);
});
