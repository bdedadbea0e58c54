import { expect, it } from "vitest";
import { maxCharacters, noOutput, withEvent } from "./command-output.ts";

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
