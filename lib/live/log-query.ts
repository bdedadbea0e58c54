// What an operator looks for in a log, and where it is in a line.
import { visibleText } from "./ansi.ts";

export interface LogQuery {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  /** Lines without a match are the ones that count. */
  readonly inverse: boolean;
}

export const emptyQuery: LogQuery = { text: "", regex: false, matchCase: false, inverse: false };

export interface LogMatcher {
  /** Whether a line counts; `plain`: it is known that all of it is shown as it was sent. */
  matches(line: string, plain?: boolean): boolean;
  /** Where the pattern is in a line's visible text, as [from, to) pairs in order. */
  ranges(visible: string): readonly (readonly [number, number])[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const maxRanges = 500;

/** Reads a query. Undefined when it is empty; an Error, to be shown, when it is no regular expression. */
export function readQuery(query: LogQuery): LogMatcher | Error | undefined {
  if (query.text === "") return undefined;
  let pattern: RegExp;
  try {
    pattern = new RegExp(query.regex ? query.text : escaped(query.text), query.matchCase ? "g" : "gi");
  } catch (error) {
    return error instanceof Error ? error : new Error("This is not a regular expression.");
  }
  // Words without letters in two cases, as ids are, need no pattern: that is several times as fast.
  const literal = !query.regex && (query.matchCase || /^[\x20-\x40[-`{-~]+$/.test(query.text));
  return {
    matches(line, plain = false) {
      const visible = plain ? line : visibleText(line);
      if (literal) return visible.includes(query.text) !== query.inverse;
      pattern.lastIndex = 0;
      return pattern.test(visible) !== query.inverse;
    },
    ranges(visible) {
      const found: [number, number][] = [];
      if (query.inverse) return found;
      // The copy that matchAll works on begins where the last test ended.
      pattern.lastIndex = 0;
      for (const match of visible.matchAll(pattern)) {
        if (match[0] !== "") found.push([match.index, match.index + match[0].length]);
        if (found.length === maxRanges) break;
      }
      return found;
    },
  };
}
