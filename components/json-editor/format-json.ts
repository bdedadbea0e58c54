/**
 * Indents a JSON text. Only whitespace between tokens changes: numbers too long for a double, repeated keys
 * and escapes are preserved. The text must be valid JSON.
 */
export function formatJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  const newLine = () => `\n${"  ".repeat(depth)}`;
  for (const token of tokensOf(text)) {
    const last = out.at(-1);
    if (token === "}" || token === "]") {
      depth -= 1;
      out.push(last === "{" || last === "[" ? token : newLine() + token);
      continue;
    }
    if (last === "{" || last === "[") out.push(newLine());
    if (token === ",") out.push(token, newLine());
    else out.push(token === ":" ? ": " : token);
    if (token === "{" || token === "[") depth += 1;
  }
  return out.join("");
}

const bare = /[^\s{}[\],:"]+/y;

function* tokensOf(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    const found = text.charAt(at);
    const from = at;
    if (/\s/.test(found)) at += 1;
    else if (found === '"') at = afterString(text, at);
    else if ("{}[],:".includes(found)) at += 1;
    else {
      bare.lastIndex = at;
      at = bare.test(text) ? bare.lastIndex : at + 1;
    }
    if (!/\s/.test(found)) yield text.slice(from, at);
  }
}

function afterString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
