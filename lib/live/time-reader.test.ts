import fc from "fast-check";
import { expect, test } from "vitest";
import { TimeReader } from "./time-reader.ts";

const written = fc
  .integer({ min: Date.UTC(1969), max: Date.UTC(2100) })
  .map((atMs) => new Date(atMs).toISOString());
const near = fc
  .tuple(fc.constantFrom("2026-11-21T03:08:", "2026-11-21T03:09:"), fc.string({ maxLength: 8 }))
  .map(([minute, rest]) => minute + rest);
const odd = fc.constantFrom(
  "2026-11-21T03:08:59.120Z",
  "2026-11-21T03:08:60.000Z",
  "2026-11-21T03:08:59,120Z",
  "2026-11-21T03:08:59.120+",
  "2026-11-21T03:08:59Z",
  "2026-11-21T03:08:59.1200000Z",
  "2026-11-21T03:08:59.120+01:00",
  "+010000-01-01T00:00:00.000Z",
  "yesterday",
  "",
);

test("parses times in any order like Date.parse", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(written, near, odd), { maxLength: 40 }), (times) => {
      const reader = new TimeReader();
      for (const at of times) {
        const atMs = Date.parse(at);
        expect(reader.read(at)).toBe(atMs);
        expect(reader.exact).toBe(!Number.isNaN(atMs) && new Date(atMs).toISOString() === at);
      }
    }),
  );
});
