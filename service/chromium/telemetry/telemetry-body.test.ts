import fc from "fast-check";
import { expect, it } from "vitest";
import { bodyLimitBytes, cutToBytes } from "./telemetry-body.ts";

it.each([
  ["application/json", 8192],
  ["application/json; charset=utf-8", 8192],
  ["application/problem+json", 8192],
  ["application/x-www-form-urlencoded", 8192],
  ["text/xml", 8192],
  ["text/html", 4096],
  ["TEXT/CSS", 4096],
  ["application/javascript", 4096],
  ["image/png", undefined],
  ["image/svg+xml", undefined],
  ["font/woff2", undefined],
  ["video/mp4", undefined],
  ["application/octet-stream", undefined],
  ["", undefined],
])("of a body of type %s at most %s bytes are stored", (mimeType, limit) => {
  expect(bodyLimitBytes(mimeType)).toBe(limit);
});

it("cuts at most at the limit, within no character, and only what is longer", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 0, max: 80 }),
      (whole, limit) => {
        const { text, truncated } = cutToBytes(whole, limit);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
        expect(whole.startsWith(text)).toBe(true);
        expect(truncated).toBe(Buffer.byteLength(whole) > limit);
        if (truncated) expect(Buffer.byteLength(text)).toBeGreaterThan(limit - 4);
      },
    ),
  );
});
