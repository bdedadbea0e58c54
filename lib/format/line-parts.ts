// Splits a log line into what its columns show: who wrote it, and the message. Each format has its own prefix; times
// and levels in it are left out, because they have columns of their own.
import { type JsonLine, membersOf } from "./json-line.ts";
import { type LogLevel, levelFields, levelNamed } from "./log-level.ts";

export interface LineParts {
  /** What wrote the line: a program, a logger, a file with its line. */
  readonly source: string | undefined;
  /** The process and thread that wrote it, as in the line. */
  readonly process: string | undefined;
  /** Length of the prefix in the visible text, UTF-16 units. */
  readonly prefixChars: number;
  /** For JSON: its message with the other fields after it, instead of the text after the prefix. */
  readonly message: string | undefined;
}

const clock = String.raw`\d\d:\d\d:\d\d(?:[.,]\d{1,9})?`;
const date = String.raw`\d{4}[-/]\d\d[-/]\d\d`;
const zone = String.raw`(?: ?(?:Z|[+-]\d\d:?\d\d))?`;
const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";

/** Formats whose prefix has a fixed order. */
const fixedFormats: readonly RegExp[] = [
  // Chromium (base/logging.cc): `[pid:tid:MMDD/HHMMSS.ffffff:LEVEL:file(line)] `.
  /^\[(?<process>\d+:\d+):\d{4}\/\d{6}(?:\.\d+)?:[A-Z]+\d*:(?<source>[^\]\s]{1,200})\] ?/,
  // glog and klog: `I1122 10:00:00.000000   1234 file.cc:12] `.
  new RegExp(String.raw`^[FEWIDV]\d{4} ${clock} +(?<process>\d+) (?<source>[^\]\s]{1,200})\] ?`),
  // RFC 5424 without structured data: `<34>1 2026-11-22T10:00:00Z host program 1234 ID - `.
  new RegExp(
    String.raw`^<\d{1,3}>1 ${date}T${clock}${zone} \S+ (?<source>\S+) (?:-|(?<process>\S+)) \S+ - ?`,
  ),
  // RFC 3164: `Nov 22 10:00:00 host program[1234]: `.
  new RegExp(
    String.raw`^(?:<\d{1,3}>)?(?:${months}) {1,2}\d{1,2} ${clock} \S+ (?<source>[^\s[\]:]+)(?:\[(?<process>\d+)\])?: ?`,
  ),
  // Python's basicConfig: `WARNING:urllib3.connectionpool:`.
  /^(?:CRITICAL|ERROR|WARNING|INFO|DEBUG):(?<source>[A-Za-z_][\w.]*):/,
];

const time = new RegExp(
  String.raw`\[?(?:${date}[T ]${clock}${zone}|${clock}|\d{10}(?:\.\d{1,9})?|\d{13})\]?(?=[\s|:\-]|$)`,
  "y",
);
const separator = /[\s|]*(?:- )?\s*/y;
const bracketedLevel = /[[(<]([A-Za-z]+)[\])>]:?(?=\s|$)/y;
const bareLevel = /([A-Z]{3,11}|[a-z]{3,11}(?=:))(?=[\s:|]):?(?=[\s|])/y;
/** `[supervisor]`, `[console:warn]`, `[main]`, `[cart.js:22]`. */
const bracketedName = /\[([A-Za-z][\w.@/-]{0,39}(?::\d{1,7})?)(?::([A-Za-z]+))?\]:?(?=\s)/y;
/** A logger's name has dots or colons, unlike a word: `app.server: `, `proxy::dial `, `com.shop.Cart - `. */
const loggerName = /([A-Za-z_]\w*(?:(?:\.|::|\/)[A-Za-z_][\w-]*)+)(?::? - |: | (?=\S))/y;
/** Python's `name - LEVEL - `. */
const nameBeforeLevel = /([A-Za-z_][\w.]*) - (?=[A-Z]{4,8} - )/y;

/**
 * Splits a line's visible text; `json` is what `readJsonLine` found in it, `level` its level, which is left out of the
 * message. Undefined when the whole text is message.
 */
export function readLineParts(
  visible: string,
  json: JsonLine | undefined,
  level: LogLevel,
): LineParts | undefined {
  const prefix = readPrefix(json?.prefix ?? visible, level);
  if (json === undefined) {
    return prefix === undefined || visible.slice(prefix.prefixChars).trim() === "" ? undefined : prefix;
  }
  const fields = jsonFields(json.json, level);
  if (fields === undefined) return prefix;
  const between = json.prefix.slice(prefix?.prefixChars ?? 0);
  return {
    source: fields.source ?? prefix?.source,
    process: fields.process ?? prefix?.process,
    prefixChars: visible.length,
    message: `${between}${fields.message}`,
  };
}

function readPrefix(text: string, level: LogLevel): LineParts | undefined {
  for (const format of fixedFormats) {
    const found = format.exec(text);
    if (found === null) continue;
    const { source, process } = found.groups ?? {};
    return { source: source && shortName(source), process, prefixChars: found[0].length, message: undefined };
  }
  return readOpenPrefix(text, level);
}

/** A file without its directories and with its line after a colon: `a/b.cc(12)` is `b.cc:12`. */
const shortName = (source: string) => source.replace(/^.*\/(?=[^/])/, "").replace(/\((\d+)\)$/, ":$1");

/** What wrote a line, without the number of a line of a file: `b.cc` for `b.cc:12`, but `worker:3` as it is. */
export const withoutLineNumber = (source: string): string => source.replace(/(\.[a-z]\w*):\d+$/i, "$1");

/** Reads a text from its start, one sticky pattern after another. */
class Cursor {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Advances past the pattern if the text goes on with it and `accept` agrees. */
  take(
    pattern: RegExp,
    accept: (found: RegExpExecArray) => boolean = () => true,
  ): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found === null || !accept(found)) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }
}

const maxParts = 3;

/** A prefix whose parts come in any order: a time, a level, names. */
function readOpenPrefix(text: string, level: LogLevel): LineParts | undefined {
  const isLevel = ([, word = ""]: RegExpExecArray) => levelNamed(word) === level;
  const hasNoOtherSuffix = ([, , suffix]: RegExpExecArray) =>
    suffix === undefined || levelNamed(suffix) === level;
  const cursor = new Cursor(text);
  cursor.take(separator);
  const hasTime = cursor.take(time) !== undefined;
  let hasLevel = false;
  let source: string | undefined;
  let process: string | undefined;
  for (let count = 0; count < maxParts; count += 1) {
    const before = cursor.at;
    cursor.take(separator);
    if (!hasLevel && (cursor.take(bracketedLevel, isLevel) ?? cursor.take(bareLevel, isLevel))) {
      hasLevel = true;
      continue;
    }
    const [, name, suffix] =
      source !== undefined
        ? []
        : ((hasTime ? cursor.take(nameBeforeLevel) : undefined) ??
          cursor.take(bracketedName, hasNoOtherSuffix) ??
          []);
    if (name !== undefined) {
      source = name;
      hasLevel ||= suffix !== undefined;
      continue;
    }
    const logger = hasLevel ? cursor.take(loggerName)?.[1] : undefined;
    if (logger === undefined) cursor.at = before;
    else [source, process] = [logger, source];
    break;
  }
  if (!hasTime && !hasLevel && source === undefined) return undefined;
  cursor.take(separator);
  return { source, process, prefixChars: cursor.at, message: undefined };
}

const timeFields = new Set(["@timestamp", "timestamp", "time", "ts"]);
const messageFields = new Set(["message", "msg"]);
const sourceFields = new Set(["logger", "name", "component", "module"]);
const processFields = new Set(["pid", "process"]);
const plainValue = /^[\w.:/@+-]+$/;

/** A JSON object as its message, then the fields that no column shows; undefined without a message. */
function jsonFields(json: string, level: LogLevel) {
  let message: string | undefined;
  let source: string | undefined;
  let process: string | undefined;
  const rest: string[] = [];
  for (const { name, value } of membersOf(json)) {
    const text = textOf(value);
    if (message === undefined && text !== undefined && messageFields.has(name)) message = text;
    else if (source === undefined && text !== undefined && sourceFields.has(name)) source = text;
    else if (process === undefined && processFields.has(name) && plainValue.test(text ?? value))
      process = text ?? value;
    else if (!(timeFields.has(name) && isInstant(value)) && !(levelFields.includes(name) && level !== "none"))
      rest.push(`${name}=${text !== undefined && plainValue.test(text) ? text : value}`);
  }
  return message === undefined || message.trim() === ""
    ? undefined
    : { message: [message, ...rest].join("  "), source, process };
}

/** A date, or seconds or parts of them since 1970: not a duration. */
const isInstant = (value: string) => /^"?\d{10}|^"?\d{4}[-/]\d\d/.test(value);

/** The text of a JSON string; undefined for another value. */
function textOf(value: string): string | undefined {
  const read: unknown = value.startsWith('"') ? JSON.parse(value) : undefined;
  return typeof read === "string" ? read : undefined;
}
