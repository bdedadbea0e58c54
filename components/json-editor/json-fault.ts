// Why a text is not valid JSON. Engines disagree on the message and often omit the position, so both come from the
// scan; JSON.parse decides whether a text is valid at all.
import { type ExpectedJson, scanNow } from "@/lib/format/json-scan";
import { jsonFaultTexts } from "./json-editor-messages.ts";

export interface JsonFault {
  /** Offset of the first unexpected character; the length of the text when it ends too early. */
  readonly at: number;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

type FaultPosition = Pick<JsonFault, "at" | "message">;

const expectedLabels = {
  value: jsonFaultTexts.aValue,
  name: jsonFaultTexts.aKeyInDoubleQuotes,
  '":"': jsonFaultTexts.aColonAfterTheKey,
  '"," or "}"': jsonFaultTexts.commaOrBrace,
  '"," or "]"': jsonFaultTexts.commaOrBracket,
  end: jsonFaultTexts.nothingMore,
} as const satisfies Record<ExpectedJson, string>;

const validContent =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside quotes
  /[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;

/** The error inside the string literal that opens at `from`. */
function faultInString(text: string, from: number): FaultPosition {
  validContent.lastIndex = from + 1;
  validContent.test(text);
  const at = validContent.lastIndex;
  if (text[at] === undefined) return { at, message: jsonFaultTexts.theClosingQuoteIsMissing };
  if (text[at] === "\\") return { at, message: jsonFaultTexts.unknownEscapeSequence };
  return { at, message: jsonFaultTexts.escapeLineBreaks };
}

function unexpected(text: string, at: number, expected: ExpectedJson): FaultPosition {
  const found = text[at];
  const opened = text.slice(0, at).trimEnd().at(-1);
  const closing = opened === "{" ? " or }" : opened === "[" ? " or ]" : "";
  const message = jsonFaultTexts.expected(expectedLabels[expected], closing);
  if (found === undefined) return { at, message: jsonFaultTexts.butTheTextEnds(message) };
  if (found === "'") return { at, message: jsonFaultTexts.useDoubleQuotes };
  if (found === "}" && expected === "name") return { at, message: jsonFaultTexts.removeCommaBeforeBrace };
  if (found === "]" && expected === "value") return { at, message: jsonFaultTexts.removeCommaBeforeBracket };
  return { at, message: jsonFaultTexts.found(message, found) };
}

const literalChar = /[\w.+-]/;

/** The first position at which the text cannot continue as JSON; undefined when it is valid. */
export function findFault(text: string): FaultPosition | undefined {
  const scan = scanNow(text);
  if (scan.ok) return undefined;
  const { at, expected } = scan;
  if (expected === "value" || expected === "name")
    return text[at] === '"' ? faultInString(text, at) : unexpected(text, at, expected);
  // A number or word that goes on, such as 01, is unexpected as a whole.
  let start = at;
  if (literalChar.test(text[at] ?? "")) while (literalChar.test(text[start - 1] ?? "")) start -= 1;
  return start === at ? unexpected(text, at, expected) : unexpected(text, start, "value");
}

/** Why a text is not valid JSON; undefined when it is. */
export function jsonFaultOf(text: string): JsonFault | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const { at, message } = findFault(text) ?? { at: text.length, message: jsonFaultTexts.thisIsNotJson };
    const before = text.slice(0, at);
    const lineStart = before.lastIndexOf("\n") + 1;
    return { at, line: before.split("\n").length, column: at - lineStart + 1, message };
  }
}
