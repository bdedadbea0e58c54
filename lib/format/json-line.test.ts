import { expect, it } from "vitest";
import { readJsonLine } from "./json-line.ts";

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
