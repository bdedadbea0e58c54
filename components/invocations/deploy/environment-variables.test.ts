import { expect, test } from "vitest";
import { environmentVariables } from "./environment-variables.ts";

test("variables are read line by line, values as they are", () => {
  expect(environmentVariables.parse("A=1\n\n  _b = x=y \nEMPTY=")).toEqual({
    A: "1",
    _b: " x=y ",
    EMPTY: "",
  });
  expect(environmentVariables.parse("")).toEqual({});
});

test.each([
  ["A", "Line 1: Enter NAME=value."],
  ["A=1\n1B=2", /^Line 2: A name has letters/],
  ["=1", /^Line 1: A name has letters/],
  ["A=1\nA=2", "Line 2: A is repeated."],
  [`A=${"x".repeat(32_769)}`, "Line 1: The value has more than 32,768 bytes."],
  [Array.from({ length: 101 }, (_, at) => `A${at}=x`).join("\n"), "Enter up to 100 variables."],
  [
    Array.from({ length: 9 }, (_, at) => `A${at}=${"x".repeat(32_000)}`).join("\n"),
    "Together they have more than 262,144 bytes.",
  ],
])("a fault names its line", (text, fault) => {
  expect(environmentVariables.safeParse(text).error?.issues[0]?.message).toEqual(
    typeof fault === "string" ? fault : expect.stringMatching(fault),
  );
});
