// HTML by hand, safe by construction: every text passes `escaped`, and only what `html` made is taken as markup.

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
// Controls are no text, and marks of direction could turn what stands beside them.
const unseen = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text as it may stand between tags and inside quoted attributes. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unseen, "\ufffd")
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? "");

/** Markup that was made here. */
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

/** A template whose values are escaped unless they are markup of ours. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, at) => text + (at < parts.length ? textOf(parts[at] ?? "") : "")).join(""));
