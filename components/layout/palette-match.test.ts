import { expect, it } from "vitest";
import { paletteMatch } from "./palette-match.ts";

it.each([
  ["Invocations", "invoc", [], 1],
  ["Invoke an action…", "invocations", ["run", "start", "payload"], 0],
  ["Invoke an action…", "start inv", ["run", "start", "payload"], 1],
  ["Scroll log panes together (time lock on)", "Time  lock", [], 1],
  ["Settings", "settinx", [], 0],
] as const)("%s by %s and %j: %i", (name, typed, keywords, expected) => {
  expect(paletteMatch(name, typed, keywords)).toBe(expected);
});
