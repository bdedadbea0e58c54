import { expect, it } from "vitest";
import { givenFields } from "./given-fields.ts";

it("leaves out what is undefined, and nothing else", () => {
  const fields = givenFields({ a: undefined, b: null, c: 0, d: "", e: false });
  expect(Object.keys(fields)).toEqual(["b", "c", "d", "e"]);
});
