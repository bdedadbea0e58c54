// Where a text stops being valid JSON. Engines disagree on the message and often omit the position, so it is
// found here; JSON.parse decides whether a text is valid at all.

export interface JsonFault {
  /** Offset of the first unexpected character; the length of the text when it ends too early. */
  readonly at: number;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

type Wanted = "value" | "value or ]" | "key" | "key or }" | ":" | ", or }" | ", or ]" | "end";
type FaultPosition = Pick<JsonFault, "at" | "message">;

const expectedTokenLabels = {
  value: "a value",
  "value or ]": "a value or ]",
  key: "a key in double quotes",
  "key or }": "a key in double quotes or }",
  ":": "a colon after the key",
  ", or }": "a comma or }",
  ", or ]": "a comma or ]",
  end: "nothing more",
} as const satisfies Record<Wanted, string>;

const blanks = /[ \t\n\r]*/y;
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside quotes
const plainText = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where a match of the sticky pattern at `at` ends; undefined without a match. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Where the string literal that opens at `from` ends, or the error inside it. */
function endOfString(text: string, from: number): number | FaultPosition {
  let at = from + 1;
  for (;;) {
    at = endOf(plainText, text, at) ?? at;
    if (text[at] === '"') return at + 1;
    if (text[at] === undefined) return { at, message: "The text in quotes is not closed" };
    if (text[at] !== "\\")
      return { at, message: "A line break or tab inside quotes is written as \\n or \\t" };
    const next = endOf(escaped, text, at);
    if (next === undefined) return { at, message: "This is no escape that JSON knows" };
    at = next;
  }
}

function unexpected(text: string, at: number, wanted: Wanted): FaultPosition {
  const found = text[at];
  const expected = `Expected ${expectedTokenLabels[wanted]}`;
  if (found === undefined) return { at, message: `${expected}, but the text ends` };
  if (found === "'") return { at, message: "JSON takes double quotes only" };
  if (wanted === "key" && found === "}") return { at, message: "The comma before } is one too many" };
  if (wanted === "value" && found === "]") return { at, message: "The comma before ] is one too many" };
  return { at, message: `${expected}, found ${found}` };
}

/** The first position at which the text cannot continue as JSON; undefined when it is valid. */
export function findFault(text: string): FaultPosition | undefined {
  const open: ("{" | "[")[] = [];
  let wanted: Wanted = "value";
  let at = 0;
  const afterValue = (): Wanted => {
    const inside = open.at(-1);
    return inside === undefined ? "end" : inside === "{" ? ", or }" : ", or ]";
  };
  for (;;) {
    at = endOf(blanks, text, at) ?? at;
    const found = text[at];
    if (found === undefined) return wanted === "end" ? undefined : unexpected(text, at, wanted);
    const isKey: boolean = wanted === "key" || wanted === "key or }";
    const isValue: boolean = wanted === "value" || wanted === "value or ]";
    if ((found === "}" || found === "]") && wanted.endsWith(`or ${found}`)) {
      open.pop();
      wanted = afterValue();
      at += 1;
    } else if (found === '"' && (isKey || isValue)) {
      const end = endOfString(text, at);
      if (typeof end !== "number") return end;
      at = end;
      wanted = isKey ? ":" : afterValue();
    } else if (isValue && (found === "{" || found === "[")) {
      open.push(found);
      wanted = found === "{" ? "key or }" : "value or ]";
      at += 1;
    } else if (found === ":" && wanted === ":") {
      wanted = "value";
      at += 1;
    } else if (found === "," && (wanted === ", or }" || wanted === ", or ]")) {
      wanted = wanted === ", or }" ? "key" : "value";
      at += 1;
    } else {
      const end = isValue ? endOf(literal, text, at) : undefined;
      if (end === undefined) return unexpected(text, at, wanted);
      at = end;
      wanted = afterValue();
    }
  }
}

/** Why a text is not valid JSON; undefined when it is. */
export function jsonFaultOf(text: string): JsonFault | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const { at, message } = findFault(text) ?? { at: text.length, message: "This is not JSON" };
    const before = text.slice(0, at);
    const lineStart = before.lastIndexOf("\n") + 1;
    return { at, line: before.split("\n").length, column: at - lineStart + 1, message };
  }
}
