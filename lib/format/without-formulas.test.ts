import fc from "fast-check";
import papa from "papaparse";
import { describe, expect, it } from "vitest";
import { withoutFormulas } from "./without-formulas.ts";

describe("the text of a cell", () => {
  it.each([
    "=1+1",
    '=HYPERLINK("http://x.test","y")',
    "+1",
    "-1+2",
    "-",
    "-1\t",
    "-1e",
    "-.5",
    "@SUM(A1)",
    "\rx",
    "\nx",
    "=1+1\u2028",
    "＝1",
  ])("begins with an apostrophe where %j is a formula", (text) => {
    expect(withoutFormulas(text)).toBe(`'${text}`);
  });

  it.each([
    ["x;=1+1;y", "x;'=1+1;y"],
    ["x\t@SUM(A1)", "x\t'@SUM(A1)"],
    ["=1\n+2", "'=1\n'+2"],
    ["two\r\n=1", "two\r\n'=1"],
    ["\t=1", "'\t'=1"],
    ['x;"=1+1;', "x;'\"=1+1;"],
    ["x;-1;y", "x;'-1;y"],
    ["x;＋1", "x;'＋1"],
  ])("has one where %j begins a cell of other separators", (text, shown) => {
    expect(withoutFormulas(text)).toBe(shown);
  });

  it.each(["-1", "-3.25", "-0.5e-7", "-1E9", " =kept as text", "a=1; b=2", "text/html;q=0.9", "a\r\nb", ""])(
    "stays %j",
    (text) => {
      expect(withoutFormulas(text)).toBe(text);
    },
  );

  it("is no formula to a spreadsheet of any separator, whatever stands around it", () => {
    const part = fc.constantFrom(
      "=",
      "+",
      "-",
      "@",
      '"',
      "'",
      ",",
      ";",
      "\t",
      "\r",
      "\n",
      "\r\n",
      "1",
      "x",
      " ",
    );
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (given) => {
        const row = papa.unparse([["id", withoutFormulas(given), "end"]]);
        for (const delimiter of [",", ";", "\t"])
          for (const cells of papa.parse<string[]>(row, { delimiter }).data)
            for (const cell of cells) {
              const isNumber = /^-\d+$/.test(cell);
              if (!isNumber) expect(cell).not.toMatch(/^[=+\-@]/);
            }
      }),
    );
  });
});
