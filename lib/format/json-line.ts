// Log lines that end in a JSON object.
import { jsonToken } from "./format-json.ts";

export interface JsonLine {
  /** Text before the object: a time, a level, a name. */
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

/** Splits a line's visible text; undefined when it does not end in a non-empty JSON object. */
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

export interface JsonMember {
  readonly name: string;
  /** The value's JSON text, as in the line. */
  readonly value: string;
}

/** The members of a valid JSON object, in order; a repeated name is listed each time. */
export function membersOf(json: string): JsonMember[] {
  const members: JsonMember[] = [];
  let depth = 0;
  let name: string | undefined;
  let from = 0;
  for (const found of json.matchAll(jsonToken)) {
    const [part] = found;
    if ((part === "," && depth === 1) || (part === "}" && depth === 1)) {
      if (name !== undefined) members.push({ name, value: json.slice(from, found.index).trim() });
      name = undefined;
    }
    if (part === "{" || part === "[") depth += 1;
    else if (part === "}" || part === "]") depth -= 1;
    else if (depth === 1 && name === undefined && part.startsWith('"')) name = String(JSON.parse(part));
    else if (depth === 1 && part === ":") from = found.index + 1;
  }
  return members;
}
