import { Zap } from "lucide-react";
import { expect, it } from "vitest";
import { matchingEntries, paletteMatch } from "./palette-match.ts";

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

const entry = (value: string) => ({ key: value, value, icon: Zap, content: value, onSelect: () => {} });
const groups = [
  { heading: "Found", isAlwaysShown: true, entries: [entry("target /browsers/b1")] },
  { heading: "On this page", entries: [entry("Delete pool"), entry("Poll again")] },
  { heading: "Pages", entries: [entry("Invocations"), entry("Pools")] },
  { heading: "Saved views", entries: [] },
];
const shown = (typed: string) =>
  matchingEntries(groups, typed).map(({ heading, entries }) => [
    heading,
    ...entries.map(({ value }) => value),
  ]);

it("shows every entry in its order before anything is typed", () => {
  expect(shown(" ")).toEqual([
    ["Found", "target /browsers/b1"],
    ["On this page", "Delete pool", "Poll again"],
    ["Pages", "Invocations", "Pools"],
  ]);
});

it("puts what begins with the text first, in its group and among groups, after what is always shown", () => {
  expect(shown("pool")).toEqual([
    ["Found", "target /browsers/b1"],
    ["Pages", "Pools"],
    ["On this page", "Delete pool"],
  ]);
  expect(shown("pol")).toEqual([
    ["Found", "target /browsers/b1"],
    ["On this page", "Poll again"],
  ]);
});

it("leaves out groups without a match", () => {
  expect(shown("nothing like this")).toEqual([["Found", "target /browsers/b1"]]);
});
