import { expect, it } from "vitest";
import { paletteMatch } from "./palette-match.ts";

it.each([
  ["Invocations", "invoc", [], 1],
  ["Invoke action…", "invocations", ["run", "start", "payload"], 0],
  ["Invoke action…", "start inv", ["run", "start", "payload"], 0.5],
  ["Turn time lock on", "Time  lock", [], 0.5],
  ["Create pool…", "pool", [], 0.5],
  ["Pools", "Pool ", [], 1],
  ["Settings", "settinx", [], 0],
] as const)("%s by %s and %j: %i", (name, typed, keywords, expected) => {
  expect(paletteMatch(name, typed, keywords)).toBe(expected);
});
