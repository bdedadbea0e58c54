// What of a text a search found, by the rule of the server (`lib/server/stored-logs/match-line.ts`).
import { type SearchQuery, termPattern } from "@/lib/bff/log-search-query";
import { visibleText } from "@/lib/format/ansi";
import type { LogMatcher } from "@/lib/live/log-query";

/** A part of a text: from (inclusive) and to (exclusive). */
export type TextRange = readonly [number, number];

const maxRanges = 200;

/** Compiles the words of a search; its filters are not examined. */
export function searchMatcher({ terms }: SearchQuery): LogMatcher {
  const patterns = terms.map((term) => ({ not: term.not, pattern: termPattern(term) }));
  const marked = patterns
    .filter(({ not }) => !not)
    .map(({ pattern }) => new RegExp(pattern.source, `${pattern.flags}g`));
  return {
    matches(line, plain = false) {
      const lower = (plain ? line : visibleText(line)).toLowerCase();
      return patterns.every(({ not, pattern }) => pattern.test(lower) !== not);
    },
    ranges(visible) {
      const { lower, placeOf } = lowerCase(visible);
      const found: TextRange[] = [];
      for (const pattern of marked) {
        for (const match of lower.matchAll(pattern)) {
          found.push([placeOf(match.index), placeOf(match.index + match[0].length)]);
          if (found.length >= maxRanges) break;
        }
      }
      return joined(found);
    },
  };
}

/** A text in lower case, and where its characters are in the text: a few have more than one in lower case. */
function lowerCase(text: string): { lower: string; placeOf: (at: number) => number } {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return { lower, placeOf: (at) => at };
  const places: number[] = [];
  let at = 0;
  let joinedLower = "";
  for (const character of text) {
    const part = character.toLowerCase();
    for (let unit = 0; unit < part.length; unit += 1) places.push(at);
    joinedLower += part;
    at += character.length;
  }
  return { lower: joinedLower, placeOf: (place) => places[place] ?? text.length };
}

/** Ranges in order, those that overlap or touch as one. */
function joined(ranges: readonly TextRange[]): readonly TextRange[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
