// Text search in log lines.
import { visibleText } from "../format/ansi.ts";
import { logTexts } from "./log-messages.ts";
import { isSlowPattern } from "./slow-pattern.ts";

export interface LogQuery {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  /** Lines without the pattern match. */
  readonly inverse: boolean;
}

export const emptyQuery: LogQuery = { text: "", regex: false, matchCase: false, inverse: false };

export interface LogMatcher {
  /** Whether a line matches; `plain`: its visible text is known to equal the line. */
  matches(line: string, plain?: boolean): boolean;
  /** Occurrences of the pattern in a line's visible text, as [from, to) pairs in order. */
  ranges(visible: string): readonly (readonly [number, number])[];
  /** Present where lines with an occurrence of a text match: many are searched at once. */
  readonly text?: TextSearch | undefined;
}

export interface TextSearch {
  /** Index of the next occurrence in lines joined by line feeds; -1: there is none. */
  next(lines: string, from: number): number;
  /** False: no occurrence in the visible text of lines contains one of their colours. */
  maySpanColours(lines: string): boolean;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const maxRanges = 500;

/**
 * Compiles a query. Undefined when it is empty; an Error, to be displayed, for an invalid regular expression, and for one
 * that could stop the page.
 */
export function readQuery(query: LogQuery): LogMatcher | Error | undefined {
  if (query.text === "") return undefined;
  let pattern: RegExp;
  try {
    pattern = new RegExp(query.regex ? query.text : escaped(query.text), query.matchCase ? "g" : "gi");
  } catch (error) {
    return error instanceof Error ? error : new Error(logTexts.notRegularExpression);
  }
  if (query.regex && isSlowPattern(query.text)) return new Error(logTexts.slowPattern);
  // Text without letters has one case only and needs no pattern: `includes` is several times as fast.
  const literal = !query.regex && (query.matchCase || /^[\x20-\x40[-`{-~]+$/.test(query.text));
  const isAscii = /^[\x20-\x7e]+$/.test(query.text);
  return {
    text: isAscii && !query.regex && !query.inverse ? textSearch(query.text, pattern) : undefined,
    matches(line, plain = false) {
      const visible = plain ? line : visibleText(line);
      if (literal) return visible.includes(query.text) !== query.inverse;
      pattern.lastIndex = 0;
      return pattern.test(visible) !== query.inverse;
    },
    ranges(visible) {
      const found: [number, number][] = [];
      if (query.inverse) return found;
      // matchAll copies lastIndex, which `test` has changed.
      pattern.lastIndex = 0;
      for (const match of visible.matchAll(pattern)) {
        if (match[0] !== "") found.push([match.index, match.index + match[0].length]);
        if (found.length === maxRanges) break;
      }
      return found;
    },
  };
}

/** `pattern` is that of the text. An expression skips more of a long text than `indexOf`, most where it ignores case. */
function textSearch(text: string, pattern: RegExp): TextSearch {
  const characters = new Set(`${text.toLowerCase()}${text.toUpperCase()}`);
  return {
    next(lines, from) {
      pattern.lastIndex = from;
      return pattern.exec(lines)?.index ?? -1;
    },
    maySpanColours(lines) {
      for (let at = lines.indexOf("\u001b"); at !== -1; at = lines.indexOf("\u001b", at + 1)) {
        if (at > 0 && characters.has(lines.charAt(at - 1))) return true;
      }
      return false;
    },
  };
}
