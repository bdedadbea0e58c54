import { expect, it } from "vitest";
import { type RemoteObject, textOf } from "./remote-object.ts";

const text = (name: string, value: string) => ({ name, type: "string", value });
const number = (name: string, value: string) => ({ name, type: "number", value });

it.each<[string, RemoteObject, string]>([
  ["a text", { type: "string", value: "a" }, "a"],
  ["a number", { type: "number", value: 1.5, description: "1.5" }, "1.5"],
  ["not a number", { type: "number", unserializableValue: "NaN" }, "NaN"],
  ["null", { type: "object", subtype: "null", value: null }, "null"],
  ["undefined", { type: "undefined" }, "undefined"],
  ["a function", { type: "function", description: "() => 1" }, "() => 1"],
  ["an error", { type: "object", subtype: "error", description: "Error: a\n    at b" }, "Error: a\n    at b"],
  ["an object without properties", { type: "object", description: "Thing" }, "Thing"],
  [
    "an object",
    { type: "object", preview: { overflow: true, properties: [text("a", "x"), number("b", "1")] } },
    '{a: "x", b: 1, …}',
  ],
  [
    "an array",
    {
      type: "object",
      subtype: "array",
      preview: { overflow: false, properties: [text("0", "x"), number("1", "2")] },
    },
    '["x", 2]',
  ],
])("%s is shown as a console shows it", (_, object, shown) => {
  expect(textOf(object)).toBe(shown);
});
