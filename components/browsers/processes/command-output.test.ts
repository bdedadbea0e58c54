import { expect, it } from "vitest";
import { maxCharacters, noOutput, visibleOutput, withEvent } from "./command-output.ts";

it("joins what one stream writes in a row, and ends with the exit code", () => {
  const events = [
    { stream: "stdout" as const, text: "a\n" },
    { stream: "stdout" as const, text: "b\n" },
    { stream: "stderr" as const, text: "c\n" },
    { exit_code: 2 },
  ];
  expect(events.reduce(withEvent, noOutput)).toEqual({
    parts: [
      { id: 1, stream: "stdout", text: "a\nb\n" },
      { id: 2, stream: "stderr", text: "c\n" },
    ],
    dropped: 0,
    exitCode: 2,
  });
});

it("keeps the newest characters and counts the others", () => {
  const long = "x".repeat(maxCharacters);
  const first = withEvent(noOutput, { stream: "stdout", text: long });
  const { parts, dropped } = withEvent(first, { stream: "stderr", text: "end" });
  expect(dropped).toBe(3);
  expect(parts.map(({ text }) => text.length)).toEqual([maxCharacters - 3, 3]);
});

it("ends a long part with a line, so that no colour is cut", () => {
  const events = [`${"x".repeat(9_000)}\u001b[3`, "1mred\u001b[0m\n", "next"].map((text) => ({
    stream: "stdout" as const,
    text,
  }));
  const { parts } = events.reduce(withEvent, noOutput);
  expect(parts.map(({ text }) => text.slice(9_000))).toEqual(["\u001b[31mred\u001b[0m\n", ""]);
  expect(parts[1]?.text).toBe("next");
});

it("is copied without colours", () => {
  const output = withEvent(noOutput, { stream: "stdout", text: "\u001b[32mok\u001b[0m\r\n1 %\r2 %\n" });
  expect(visibleOutput(output)).toBe("ok\n1 %\n2 %\n");
});
