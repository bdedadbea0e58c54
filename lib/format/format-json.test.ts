import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJson } from "./format-json.ts";

describe("formatJson", () => {
  it("indents values as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });
  it("preserves what a double or an object could not represent", () => {
    expect(formatJson('{"id":12345678901234567890,"a":1.0,"a":"\\u00e9 \\" , {"}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "a": 1.0,\n  "a": "\\u00e9 \\" , {"\n}',
    );
  });
  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(formatJson(formatJson(text))).toBe(formatJson(text));
      }),
    );
  });
  it("formats lines that parse to the same value", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(formatJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });
  it("preserves long numbers, repeated names and punctuation inside strings", () => {
    expect(formatJson('{"id":12345678901234567890,"a":[],"a":[1,{"b":"{,:}\\""}],"c":{}}')).toBe(
      [
        "{",
        '  "id": 12345678901234567890,',
        '  "a": [],',
        '  "a": [',
        "    1,",
        "    {",
        '      "b": "{,:}\\""',
        "    }",
        "  ],",
        '  "c": {}',
        "}",
      ].join("\n"),
    );
  });
  it("limits the indentation of a deep text", () => {
    const deep = formatJson("[".repeat(5_000) + "]".repeat(5_000));
    expect(Math.max(...deep.split("\n").map((line) => line.length))).toBeLessThan(210);
  });
});
