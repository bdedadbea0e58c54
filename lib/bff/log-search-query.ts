// The query language of the search over stored logs: words, "phrases", -without and filters such as app:shop. Words
// match the beginnings of words of a line; phrases begin where a word begins and match as they are; both in any case.
import { since, sinceEpochMs } from "../contract/since.ts";
import { logSearchMessages } from "./log-search-messages.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./time-units.ts";

export const searchFilters = ["app", "action", "version", "level", "source", "session", "since"] as const;
export type SearchFilter = (typeof searchFilters)[number];

export interface SearchTerm {
  readonly kind: "word" | "phrase";
  /** In lower case; a word consists of letters and digits only. */
  readonly text: string;
  /** Lines must not have it. */
  readonly not: boolean;
}

export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  /** Each filter's values; a line needs one of them. */
  readonly filters: Readonly<Partial<Record<SearchFilter, readonly string[]>>>;
}

/** A query that cannot be read: what is wrong, and at which character, counted from 0. */
export interface SearchQueryFault {
  readonly message: string;
  readonly at: number;
}

export const maxSearchChars = 500;
const maxTerms = 20;
/** Longer words are indexed and searched by their beginning. */
export const maxWordChars = 64;
/** Shorter words are found as whole words only: too many begin with them. */
export const minPrefixChars = 3;

/** The pattern of a character of a word: a letter, digit or mark. */
export const wordSign = String.raw`[\p{L}\p{N}\p{M}]`;
const word = new RegExp(`${wordSign}+`, "gu");

/** The words of a text, in lower case. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).map((found) => found.slice(0, maxWordChars));

const isFilter = (name: string): name is SearchFilter => searchFilters.some((filter) => filter === name);

/** A part of a search as it is written: `address`, `-"no luck"`, `app:shop`. */
export interface SearchPart {
  /** Its place in the text, the end excluded; of a text that goes wrong here, the end of what was read. */
  readonly start: number;
  readonly end: number;
  readonly minus: boolean;
  /** What is before a colon. */
  readonly name: string | undefined;
  /** With its quotation marks. */
  readonly value: string;
}

/** The parts of a search in order. One with nothing but a minus or a name has an empty value. */
export function searchParts(text: string): SearchPart[] {
  const parts: SearchPart[] = [];
  const part = /\s*(-?)(?:([a-z]+):)?("[^"]*"?|[^\s"]+)?/gy;
  for (let at = 0; at < text.trimEnd().length; ) {
    part.lastIndex = at;
    const [whole = "", minus = "", name, value = ""] = part.exec(text) ?? [];
    const start = at + whole.length - whole.trimStart().length;
    at += Math.max(1, whole.length);
    parts.push({ start, end: at, minus: minus !== "", name, value });
  }
  return parts;
}

/** Reads a query; returns the first fault of one that cannot be read. */
export function readSearchQuery(text: string): SearchQuery | SearchQueryFault {
  if (text.length > maxSearchChars)
    return { message: logSearchMessages.atMostCharacters(maxSearchChars), at: maxSearchChars };
  const terms: SearchTerm[] = [];
  const filters: Partial<Record<SearchFilter, string[]>> = {};
  for (const { start, end, minus, name, value: given } of searchParts(text)) {
    const valueAt = end - given.length;
    if (given.startsWith('"') && !/^".*"$/s.test(given))
      return { message: logSearchMessages.closeQuotation, at: valueAt };
    const value = unquoted(given);
    if (name !== undefined && isFilter(name)) {
      const fault = filterFault(name, value, minus);
      if (fault !== undefined) return { message: fault, at: value === "" || minus ? start : valueAt };
      filters[name] = [...(filters[name] ?? []), value];
      continue;
    }
    const words = name === undefined ? value : `${name}:${value}`;
    if (words === "") return { message: logSearchMessages.enterWord, at: start };
    terms.push(termOf(words, given.startsWith('"') && name === undefined, minus));
    if (terms.length > maxTerms) return { message: logSearchMessages.atMostWords(maxTerms), at: start };
  }
  return { terms, filters };
}

/** The value of a part without its quotation marks. */
const unquoted = (value: string) => value.replace(/^"(.*)"$/s, "$1").trim();

/** The filter that a part of a readable search is; undefined for words. */
export function filterOfPart({ name, value }: SearchPart): { name: SearchFilter; value: string } | undefined {
  return name !== undefined && isFilter(name) ? { name, value: unquoted(value) } : undefined;
}

/** A filter as it is written in a search; undefined for a value that cannot be written. */
export function filterText(name: SearchFilter, value: string): string | undefined {
  if (value.trim() !== value || value === "" || value.includes('"')) return undefined;
  return /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
}

function filterFault(name: SearchFilter, value: string, minus: boolean): string | undefined {
  if (minus) return logSearchMessages.filterNotExcluded(name);
  if (value === "") return logSearchMessages.needsValue(name, examples[name]);
  if (name === "since" && sinceMs(value, 0) === undefined) return logSearchMessages.needsTime;
  if (name === "level" && !levels.some((level) => level === value.toLowerCase()))
    return logSearchMessages.levels(levels.join(", "));
  return undefined;
}

const levels = ["fatal", "error", "warn", "info", "debug", "trace"] as const;
const examples: Readonly<Record<SearchFilter, string>> = {
  app: "shop",
  action: "checkout",
  version: "v1",
  level: "error",
  source: "network",
  session: "…",
  since: "1h",
};

/** A word with punctuation within it is a phrase: `api.example.com`, `a=1`. */
function termOf(text: string, quoted: boolean, not: boolean): SearchTerm {
  const lower = text.toLowerCase();
  const isWord = !quoted && wordsOf(text)[0] === lower;
  return { kind: isWord ? "word" : "phrase", text: lower, not };
}

/** For a pattern with the flag `u`, in which a hyphen must not be escaped. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** The pattern of a term in a text in lower case: it begins where a word begins, and a short word is a whole word. */
export function termPattern({ kind, text }: SearchTerm): RegExp {
  const begin = new RegExp(`^${wordSign}`, "u").test(text) ? `(?<!${wordSign})` : "";
  const isWhole = kind === "word" && text.length < minPrefixChars;
  return new RegExp(`${begin}${escaped(text)}${isWhole ? `(?!${wordSign})` : ""}`, "u");
}

const unitMs = { s: secondMs, m: minuteMs, h: hourMs, d: dayMs } as const;

/** The beginning of a time range in epoch ms: `30m` before `nowMs`, or an RFC 3339 time; undefined for neither. */
export function sinceMs(text: string, nowMs: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit === "s" || unit === "m" || unit === "h" || unit === "d")
    return nowMs - Number(count) * unitMs[unit];
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text);
  return isTime && since.safeParse(text).success ? sinceEpochMs(text, nowMs) : undefined;
}
