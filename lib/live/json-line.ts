// A line that is a JSON object, alone or after a prefix. It is laid out letter by letter, not read and written again:
// long numbers, repeated names and the order of what was sent stay as they are.

export interface JsonLine {
  /** What comes before the object: a time, a level, a name. */
  readonly prefix: string;
  readonly json: string;
}

const maxPrefixChars = 400;
const maxTries = 4;

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Takes a line's visible text apart; undefined when it does not end in a JSON object that says something. */
export function readJsonLine(visible: string): JsonLine | undefined {
  const text = visible.trimEnd();
  if (!text.endsWith("}")) return undefined;
  let start = text.indexOf("{");
  for (let tries = 0; tries < maxTries && start >= 0 && start <= maxPrefixChars; tries += 1) {
    const json = text.slice(start);
    if (isObject(json)) return /^\{\s*\}$/.test(json) ? undefined : { prefix: text.slice(0, start), json };
    start = text.indexOf("{", start + 1);
  }
  return undefined;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const indent = (depth: number) => `\n${"  ".repeat(depth)}`;

/** Valid JSON with a line for each member, indented by two blanks. */
export function layOutJson(json: string): string {
  let out = "";
  let depth = 0;
  let opened = false;
  for (const [part] of json.matchAll(token)) {
    const closes = part === "}" || part === "]";
    if (closes) depth -= 1;
    // An empty object or array stays on its line.
    if (opened !== closes && (opened || closes)) out += indent(depth);
    opened = part === "{" || part === "[";
    if (opened) depth += 1;
    out += part === ":" ? ": " : part;
    if (part === ",") out += indent(depth);
  }
  return out;
}
