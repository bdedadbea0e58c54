// Server-rendered HTML: values in a template are escaped, unless they are markup.
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[] | undefined | false;

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + rendered(parts[index])).join(""));
}

function rendered(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map((one) => one.text).join("");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** A value for an inline script, as JSON that cannot close the script element. */
export const scriptValue = (value: unknown): Markup =>
  new Markup(JSON.stringify(value).replaceAll("<", "\\u003c"));
