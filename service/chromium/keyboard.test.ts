import { describe, expect, test } from "vitest";
import { combination, keyNamed, keyOf } from "./keyboard.ts";

describe("keys", () => {
  test.each([
    ["Return", "Enter", "Enter", 13],
    ["BackSpace", "Backspace", "Backspace", 8],
    ["Page_Down", "PageDown", "PageDown", 34],
    ["Left", "ArrowLeft", "ArrowLeft", 37],
    ["F5", "F5", "F5", 116],
    ["F24", "F24", "F24", 135],
    ["a", "a", "KeyA", 65],
    ["A", "A", "KeyA", 65],
    ["7", "7", "Digit7", 55],
    ["asterisk", "*", "Digit8", 56],
    ["minus", "-", "Minus", 189],
    ["space", " ", "Space", 32],
    ["?", "?", "Slash", 191],
    ["é", "é", "", 0],
  ])("%s is %s on %s", (name, key, code, windowsVirtualKeyCode) => {
    expect(keyNamed(name)).toMatchObject({ key, code, windowsVirtualKeyCode });
  });

  test("unknown names have no key", () => {
    for (const name of ["Hyper_Unknown", "F0", "F25", ""]) expect(keyNamed(name)).toBeUndefined();
  });

  test("a line break types as Enter does", () => {
    expect(keyOf("\n")).toMatchObject({ key: "Enter", text: "\r" });
  });
});

test.each([
  ["Ctrl+Shift+Tab", ["Control", "Shift", "Tab"]],
  ["ctrl+a", ["Control", "a"]],
  ["+", ["+"]],
  ["Ctrl++", ["Control", "+"]],
  ["Ctrl+plus", ["Control", "+"]],
  ["Enter", ["Enter"]],
])("%s is pressed as %o", (text, keys) => {
  expect(combination(text)?.map((key) => key.key)).toEqual(keys);
});

test("a combination with an unknown key is undefined", () => {
  expect(combination("Ctrl+Nonsense")).toBeUndefined();
});
