import fc from "fast-check";
import { expect, it } from "vitest";
import { type HighlightRule, highlightHues, readRules, ruleFault } from "./log-highlights.ts";

const rule = (text: string, more: Partial<HighlightRule> = {}): HighlightRule => ({
  id: text,
  text,
  regex: false,
  word: false,
  hue: "blue",
  on: true,
  ...more,
});

it("matches text and patterns, the earlier rule first, and skips rules that are off or invalid", () => {
  const rules = [
    rule("proxy", { hue: "red" }),
    rule("p\\w+ \\d", { regex: true }),
    rule("fail", { on: false }),
  ];
  expect(readRules(rules)?.ranges("port 1 Proxy 2 fail")).toEqual([
    { from: 0, to: 6, hue: "blue" },
    { from: 7, to: 12, hue: "red" },
  ]);
  expect(readRules([rule("(", { regex: true }), rule("")])).toBeUndefined();
});

it("matches whole words only where configured, also beyond ASCII", () => {
  const marker = readRules([rule("err", { word: true })]);
  expect(marker?.ranges("error err: stderr über_err err")).toEqual([
    { from: 6, to: 9, hue: "blue" },
    { from: 27, to: 30, hue: "blue" },
  ]);
  expect(readRules([rule("rror", { word: true })])?.ranges("érror rror")).toEqual([
    { from: 6, to: 10, hue: "blue" },
  ]);
});

it("reports why a pattern is invalid", () => {
  expect(ruleFault(rule("(", { regex: true }))).toMatch(/regular expression/i);
  expect(ruleFault(rule("("))).toBeUndefined();
});

it("refuses a pattern that would stop the page, also one that was stored before", () => {
  const slow = rule("(a+)+:", { regex: true });
  expect(ruleFault(slow)).toMatch(/can take minutes/);
  expect(readRules([slow])).toBeUndefined();
  expect(ruleFault(rule("(a+)+:"))).toBeUndefined();
});

it("returns ordered ranges without overlap", () => {
  const some = fc.array(
    fc.record({
      text: fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1 }),
      word: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(some, fc.string({ unit: fc.constantFrom("a", "b", " ") }), (given, line) => {
      const rules = given.map(({ text, word }, index) =>
        rule(text, { word, hue: highlightHues[index % highlightHues.length] ?? "blue" }),
      );
      let last = 0;
      for (const { from, to } of readRules(rules)?.ranges(line) ?? []) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        last = to;
      }
    }),
  );
});
