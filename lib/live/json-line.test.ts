import fc from "fast-check";
import { expect, it } from "vitest";
import { layOutJson, readJsonLine } from "./json-line.ts";

it("reads an object alone and after a prefix", () => {
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

it("keeps long numbers, repeated names and what looks like structure inside strings", () => {
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

it("lays out any JSON as the language itself would", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});
