import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Seal } from "./seal.ts";

const secret = randomBytes(32);

test("opens what it closed only with the same owner and secret", () => {
  const seal = new Seal(secret);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const sealed = seal.close(text, "row");
      expect(new Seal(secret).open(sealed, "row")).toBe(text);
      expect(seal.open(sealed, "other")).toBeUndefined();
      expect(new Seal(randomBytes(32)).open(sealed, "row")).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test("sealing twice gives different results; an altered or cut one does not open", () => {
  const seal = new Seal(secret);
  const sealed = seal.close("a password", "row");
  expect(seal.close("a password", "row")).not.toBe(sealed);
  const bytes = Buffer.from(sealed, "base64");
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(seal.open(altered.toString("base64"), "row")).toBeUndefined();
  }
  for (const cut of ["", "AAAA", bytes.subarray(0, 20).toString("base64")]) {
    expect(seal.open(cut, "row")).toBeUndefined();
  }
});

test("refuses a short secret", () => {
  expect(() => new Seal(randomBytes(16))).toThrow("32 bytes");
});
