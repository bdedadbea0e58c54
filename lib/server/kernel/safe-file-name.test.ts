import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeFileName } from "./safe-file-name.ts";

describe("the file name of a download", () => {
  it.each([
    ["Payroll (Oslo).json", "Payroll (Oslo).json"],
    ["100% #1 & ☃ – 'a'.txt", "100% #1 & ☃ – 'a'.txt"],
    ["a:b*c?d<e>f|g", "a_b_c_d_e_f_g"],
    ["\u0928\u093f\u092f\u092e.log", "\u0928\u093f\u092f\u092e.log"],
    ["a\u202etxt.exe", "a_txt.exe"],
    ["../../etc/passwd", "_.._etc_passwd"],
    ["..\\..\\boot.ini", "_.._boot.ini"],
    ['a"b\r\nset-cookie: x', "a_b__set-cookie_ x"],
    [".bashrc", "bashrc"],
    ["...", "fallback"],
    ["", "fallback"],
    ["発注 2026", "発注 2026"],
    [`${"x".repeat(99)}😀`, `${"x".repeat(99)}_`],
    [`${"x".repeat(200)}.zip`, `${"x".repeat(96)}.zip`],
    [`${"x".repeat(94)}😀${"x".repeat(9)}.json`, `${"x".repeat(94)}_.json`],
  ])("for %j is %j", (given, name) => expect(safeFileName(given, "fallback")).toBe(name));

  it("contains no path, leading dot, quote or control character for any input", () => {
    const nasty = fc.constantFrom("/", "\\", ".", '"', "\r", "\n", "\0", " ");
    const unit = fc.oneof(nasty, fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), (given) => {
        const name = safeFileName(given, "fallback");
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}":*?<>|]|^\./u);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(100);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});
