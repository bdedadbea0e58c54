import type { TextRange } from "./search-matcher.ts";

/** Characters shown of a text, and before the first match of one that is cut. */
const maxChars = 600;
const leadChars = 60;

export interface Excerpt {
  readonly text: string;
  readonly ranges: readonly TextRange[];
}

const isSecondHalf = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at));

/** A text of at most about 600 characters in which the first match is near the beginning; `…` stands for the rest. */
export function excerptOf(text: string, ranges: readonly TextRange[]): Excerpt {
  const [first] = ranges;
  const wanted = first === undefined || first[0] <= 2 * leadChars ? 0 : first[0] - leadChars;
  const from = isSecondHalf(text, wanted) ? wanted - 1 : wanted;
  const end = Math.min(text.length, from + maxChars);
  const to = isSecondHalf(text, end) ? end - 1 : end;
  const before = from > 0 ? "…" : "";
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? "…" : ""}`,
    ranges: ranges.flatMap(([start, stop]): TextRange[] =>
      start >= to ? [] : [[start + shift, Math.min(stop, to) + shift]],
    ),
  };
}
