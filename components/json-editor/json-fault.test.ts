import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFault, jsonFaultOf } from "./json-fault.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("jsonFaultOf", () => {
  it.each([
    ['{"a": 1,}', 1, 9, "Remove the comma before }"],
    ["[1, ]", 1, 5, "Remove the comma before ]"],
    ["{a: 1}", 1, 2, "Expected a key in double quotes or }, found a"],
    ["{'a': 1}", 1, 2, "Use double quotes"],
    ['{\n  "a": tru\n}', 2, 8, "Expected a value, found t"],
    ['{"a" 1}', 1, 6, "Expected a colon after the key, found 1"],
    ['{"a": [1 2]}', 1, 10, "Expected a comma or ], found 2"],
    ['{"a": 1', 1, 8, "Expected a comma or }, but the text ends"],
    ['"open', 1, 6, "The closing quote is missing"],
    ['"a\\q"', 1, 3, "Unknown escape sequence"],
    ['"a\nb"', 1, 3, "Write a line break as \\n and a tab as \\t inside quotes"],
    ["1 2", 1, 3, "Expected nothing more, found 2"],
    ["01", 1, 1, "Expected a value, found 0"],
    ["", 1, 1, "Expected a value, but the text ends"],
    ["[}", 1, 2, "Expected a value or ], found }"],
  ])("reports the position and the error of %j", (text, line, column, message) => {
    expect(jsonFaultOf(text)).toMatchObject({ line, column, message });
  });

  it("finds an error exactly where JSON.parse does, for any mutation of a JSON text", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom("", ",", '"', "\\", "}", "]", "[", "{", ":", "-", "0", ".", "e", "\n", "t", "\u0001"),
        fc.boolean(),
        (json, where, put, instead) => {
          const at = where % (json.length + 1);
          const text = json.slice(0, at) + put + json.slice(instead ? at + 1 : at);
          expect(findFault(text) === undefined).toBe(isJson(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("reads a deep and a long text without a stack overflow", () => {
    expect(findFault("[".repeat(200_000))?.at).toBe(200_000);
    expect(findFault(`"${"x\\n".repeat(1_000_000)}"`)).toBeUndefined();
  });
});
