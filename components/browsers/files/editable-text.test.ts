import { expect, test } from "vitest";
import { editableText } from "./editable-text.ts";

test.each([
  ["a\nb\n", "a\nb\n", "a\nb\nc", "a\nb\nc", false],
  ["a\r\nb\r\n", "a\nb\n", "a\nb\nc", "a\r\nb\r\nc", false],
  ["\ufeffa\r\n", "a\n", "b\n", "\ufeffb\r\n", false],
  ["a\r\nb\nc\r\n", "a\nb\nc\n", "a\nb\n", "a\r\nb\r\n", true],
  ["a\rb\n", "a\nb\n", "a\nb\n", "a\nb\n", true],
  ["", "", "a\n", "a\n", false],
])(
  "the text of %j keeps its line ends and its mark when it is edited",
  (original, text, edited, written, isMixed) => {
    const editable = editableText(original);
    expect([editable.text, editable.write(edited), editable.isMixed]).toEqual([text, written, isMixed]);
  },
);
