import { expect, it } from "vitest";
import { visibleMarks } from "./visible-marks.ts";

it.each([
  ["Proxy \u202eoak is down", "Proxy ⟨U+202E⟩oak is down"],
  ["\u2066a\u2069\u200e\u200f\u061c", "⟨U+2066⟩a⟨U+2069⟩⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"],
])("T24 writes out what turns the direction of text: %j", (text, visible) => {
  expect(visibleMarks(text)).toBe(visible);
});

it.each(["oak", "שלום", "👩\u200d💻", "line\nline\ttab", ""])("leaves other text as it is: %j", (text) => {
  expect(visibleMarks(text)).toBe(text);
});
