// Groups failures by reason: ids, numbers, addresses, paths, times and quotations become placeholders, so that failures
// of one kind get one key. Linear in the length of the text.

import { insightLimits } from "../bff/insight-rules.ts";

/** Maximum characters examined of a reason, and of a key. */
export const reasonKeyLimits = { read: 1_000, key: insightLimits.reasonKey } as const;

// Ordered: patterns that may contain others come first.
const masks: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'`<>|]*[^\s"'`<>|.,;:!?)\]}]/gi, "<url>"],
  [/"[^"\n]{0,400}"/g, "<text>"],
  [/`[^`\n]{0,400}`/g, "<text>"],
  // Excludes the apostrophe inside a word.
  [/(?<![\p{L}\p{N}])'[^'\n]{0,400}'(?![\p{L}\p{N}])/gu, "<text>"],
  [/[“„«][^”“»\n]{0,400}[”“»]/g, "<text>"],
  [
    /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d)/gi,
    "<time>",
  ],
  [/\b\d{1,2}:\d{2}:\d{2}(?:\.\d{1,12})?(?!\d)/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, "<email>"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\d.])/g, "<address>"],
  [/(?<![\w/])(?:[A-Za-z]:\\|\.{0,2}\/)[\w.@~%+=\\/:-]*\w/g, "<path>"],
  [/\b0x[0-9a-f]{1,64}\b/gi, "<id>"],
  // Long tokens that mix letters and digits: hashes, ids of the API.
  [/\b(?=[a-z_-]{0,64}\d)(?=[\d_-]{0,64}[a-z])[a-z0-9_-]{12,128}\b/gi, "<id>"],
  [/(?<![\w.])[+-]?\d[\d,_']{0,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?(?![\d])/gi, "<n>"],
  [/\d+/g, "<n>"],
];

/**
 * The key of a reason. Reasons that differ only in values have the same key, at most `reasonKeyLimits.key` characters.
 * Empty for a blank reason.
 */
export function reasonKey(reason: string): string {
  // The cut may split a surrogate pair.
  let text = reason.slice(0, reasonKeyLimits.read).toWellFormed();
  for (const [pattern, placeholder] of masks) text = text.replace(pattern, placeholder);
  return text
    .replace(/\p{Cc}|\s+/gu, " ")
    .replace(/ {2,}/g, " ")
    .replace(/(<(?:n|id|text|url|path)>)(?:(?:, ?| )\1)+/g, "$1…")
    .trim()
    .slice(0, reasonKeyLimits.key)
    .toWellFormed();
}
