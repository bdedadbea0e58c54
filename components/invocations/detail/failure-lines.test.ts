import { expect, it } from "vitest";
import { failureLinesOf } from "./failure-lines.ts";

const linesOf = (...texts: string[]) =>
  texts.map((text, at) => ({ id: at + 1, at: "2026-11-22T10:00:00Z", text }));
const textsOf = (...texts: string[]) => failureLinesOf(linesOf(...texts)).map(({ text }) => text);

it("takes the last error with the lines that continue it", () => {
  const stack = ["TimeoutError: #pay", "  at one", "  at two", "  at three", "  at four"];
  expect(textsOf("ERROR earlier", "step 1", ...stack)).toEqual(stack.slice(0, 4));
  expect(textsOf("step 1", "Error: closed")).toEqual(["Error: closed"]);
});

it("takes the last lines where none is an error", () => {
  expect(textsOf("1", "2", "3", "4", "5")).toEqual(["2", "3", "4", "5"]);
  expect(textsOf()).toEqual([]);
});
