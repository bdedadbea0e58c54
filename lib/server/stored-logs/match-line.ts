// Whether a line matches a search: the index finds chunks, this finds the lines.
import { type SearchQuery, termPattern } from "../../bff/log-search-query.ts";
import { visibleText } from "../../format/ansi.ts";
import { readJsonLine } from "../../format/json-line.ts";
import { readLineParts, withoutLineNumber } from "../../format/line-parts.ts";
import { levelOf } from "../../format/log-level.ts";

export interface LineMatcher {
  /** Whether a line with this text matches. */
  matches(text: string): boolean;
  /** What the JSON of a line that matches contains, in lower case; empty where it may be any. */
  readonly jsonParts: readonly string[];
}

/** Compiles the words and the filters of lines of a search; those of logs are the caller's. */
export function lineMatcher({ terms, filters }: SearchQuery): LineMatcher {
  const patterns = terms.map((term) => ({ ...term, pattern: termPattern(term) }));
  const jsonParts = terms.filter(({ not }) => !not).map(({ text }) => JSON.stringify(text).slice(1, -1));
  const levels = filters.level?.map((level) => level.toLowerCase());
  const sources = filters.source?.map((source) => source.toLowerCase());
  return {
    jsonParts,
    matches(text) {
      const visible = visibleText(text);
      const lower = visible.toLowerCase();
      if (!patterns.every(({ not, pattern }) => pattern.test(lower) !== not)) return false;
      if (levels === undefined && sources === undefined) return true;
      const level = levelOf(text);
      if (levels !== undefined && !levels.includes(level)) return false;
      if (sources === undefined) return true;
      const source = readLineParts(visible, readJsonLine(visible), level)?.source?.toLowerCase();
      return (
        source !== undefined && [source, withoutLineNumber(source)].some((name) => sources.includes(name))
      );
    },
  };
}
