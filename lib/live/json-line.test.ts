import fc from "fast-check";
import { expect, it } from "vitest";
import { layOutJson, readJsonLine } from "./json-line.ts";

it("parses an object alone and after a prefix", () => {
  expect(readJsonLine('{"a":1}')).toEqual({ prefix: "", json: '{"a":1}' });
  expect(readJsonLine('03:08 {web} {"a":{"b":[]}} ')).toEqual({
    prefix: "03:08 {web} ",
    json: '{"a":{"b":[]}}',
  });
});

it.each(["", "{}", "{ }", "no", "{a}", '{"a":1} and more', "[1,2]", '"{}"', `${"x".repeat(500)}{"a":1}`])(
  "does not read %s",
  (text) => {
    expect(readJsonLine(text)).toBeUndefined();
  },
);

it("preserves long numbers, repeated names and punctuation inside strings", () => {
  expect(layOutJson('{"id":12345678901234567890,"a":[],"a":[1,{"b":"{,:}\\""}],"c":{}}')).toBe(
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

it("formats any JSON like JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});
