// The operator's highlight rules for logs: words and patterns, each with a hue.
import { readQuery } from "./log-query.ts";

export const highlightHues = ["violet", "blue", "green", "red", "amber"] as const;
export type HighlightHue = (typeof highlightHues)[number];

export interface HighlightRule {
  readonly id: string;
  readonly text: string;
  readonly regex: boolean;
  /** Whole words only. */
  readonly word: boolean;
  readonly hue: HighlightHue;
  readonly on: boolean;
}

export interface HueRange {
  readonly from: number;
  readonly to: number;
  readonly hue: HighlightHue;
}

export interface Highlighter {
  /** Matches in a line's visible text, in order and without overlap; the earlier rule wins. */
  ranges(visible: string): readonly HueRange[];
}

const inWord = /[\p{L}\p{N}_]/u;
const standsAlone = (text: string, from: number, to: number) =>
  !(from > 0 && inWord.test(text.charAt(from - 1)) && inWord.test(text.charAt(from))) &&
  !(to < text.length && inWord.test(text.charAt(to)) && inWord.test(text.charAt(to - 1)));

/** Error message of an invalid rule; undefined for a valid one. */
export function ruleFault(rule: HighlightRule): string | undefined {
  const read = readQuery({ text: rule.text, regex: rule.regex, matchCase: false, inverse: false });
  return read instanceof Error ? read.message : undefined;
}

/** Combines the valid rules that are on; undefined when there are none. */
export function readRules(rules: readonly HighlightRule[]): Highlighter | undefined {
  const usable = rules.flatMap((rule) => {
    const { text, regex, on } = rule;
    const matcher = on ? readQuery({ text, regex, matchCase: false, inverse: false }) : undefined;
    return matcher === undefined || matcher instanceof Error ? [] : [{ rule, matcher }];
  });
  if (usable.length === 0) return undefined;
  return {
    ranges(visible) {
      const found: HueRange[] = [];
      for (const { rule, matcher } of usable) {
        for (const [from, to] of matcher.ranges(visible)) {
          if (rule.word && !standsAlone(visible, from, to)) continue;
          if (found.some((other) => from < other.to && to > other.from)) continue;
          found.push({ from, to, hue: rule.hue });
        }
      }
      return found.sort((one, other) => one.from - other.from);
    },
  };
}
