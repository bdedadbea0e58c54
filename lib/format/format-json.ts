/** The tokens of a valid JSON text, without the whitespace between them. */
export const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Maximum indentation: a hostile text could otherwise exhaust memory. */
const maxIndents = 100;

const newLine = (depth: number) => `\n${"  ".repeat(Math.min(depth, maxIndents))}`;

/**
 * Formats a valid JSON text with one member per line, indented by two spaces. Only whitespace between tokens changes:
 * parsing and serializing it would change long numbers, repeated names and escapes.
 */
export function formatJson(text: string): string {
  let out = "";
  let depth = 0;
  let opened = false;
  for (const [token] of text.matchAll(jsonToken)) {
    const closes = token === "}" || token === "]";
    if (closes) depth -= 1;
    // An empty object or array stays on one line.
    if (opened !== closes && (opened || closes)) out += newLine(depth);
    opened = token === "{" || token === "[";
    if (opened) depth += 1;
    out += token === ":" ? ": " : token;
    if (token === ",") out += newLine(depth);
  }
  return out;
}
