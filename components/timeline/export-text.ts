// HTML templates, safe by construction: every text is escaped, and only the results of `html` are inserted as
// markup.

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
// Control characters are not text, and bidirectional marks could reorder neighbouring text.
const unseen = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text escaped for use between tags and in quoted attributes. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unseen, "\ufffd")
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? "");

/** Markup produced by `html`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

const textOf = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return escaped(String(part));
};

/** A template whose values are escaped unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, at) => text + (at < parts.length ? textOf(parts[at] ?? "") : "")).join(""));
