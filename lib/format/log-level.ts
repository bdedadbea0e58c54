// Detects the level of a log line, once when it arrives. Each log format has its place for the level; a level word
// elsewhere in the text does not count.
import { endOfColour, visibleText } from "./ansi.ts";

/** Most severe first; `none`: no level found. */
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "none"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A set of levels as bits, bit n for `logLevels[n]`. */
export type LevelSet = number;
export const everyLevel: LevelSet = (1 << logLevels.length) - 1;
export const levelBit = (level: LogLevel): LevelSet => 1 << logLevels.indexOf(level);

const levelNames = {
  fatal: "fatal",
  panic: "fatal",
  emerg: "fatal",
  emergency: "fatal",
  alert: "fatal",
  crit: "fatal",
  critical: "fatal",
  error: "error",
  err: "error",
  severe: "error",
  warn: "warn",
  warning: "warn",
  info: "info",
  information: "info",
  notice: "info",
  log: "info",
  debug: "debug",
  dbg: "debug",
  verbose: "debug",
  trace: "trace",
} as const satisfies Record<string, LogLevel>;
const byWord: ReadonlyMap<string, LogLevel> = new Map(Object.entries(levelNames));
const byLetter: ReadonlyMap<string, LogLevel> = new Map([
  ["F", "fatal"],
  ["E", "error"],
  ["W", "warn"],
  ["I", "info"],
  ["D", "debug"],
  ["V", "debug"],
]);

const upper = "FATAL|PANIC|EMERG|ALERT|CRIT|CRITICAL|ERROR|ERR|SEVERE|WARN|WARNING|INFO|NOTICE|DEBUG|TRACE";
/** Fields of JSON that contain the level. */
export const levelFields: readonly string[] = ["level", "severity", "lvl", "levelname", "log.level"];
const levelField = levelFields.join("|").replace(".", String.raw`\.`);
const jsonLevel = new RegExp(String.raw`"(?:${levelField})"\s*:\s*(?:"([A-Za-z]+)"|(\d{1,3})\b)`);
const chromiumLevel = /^\[\d+:\d+:\d{4}\/\d{6}(?:\.\d+)?:([A-Z]+)/;
/** `[console:warn]`; at the start of a line also `[network:error]`. */
const namedLevel = /\[console[:.]([a-z]+)\]|^[^a-z"'=]{0,48}?\[[a-z]+:([a-z]+)\]/;
const logfmtLevel = /(?:^|\s)(?:level|lvl|severity)="?([A-Za-z]+)/i;
const glogLevel = /^[FEWIDV]\d{4} \d{2}:\d{2}:\d{2}/;
const bracketed = new RegExp(String.raw`[[(<](${upper})[\])>]`, "i");
// In capitals, preceded only by times, numbers, names and punctuation. A dash between names stands between spaces: a name
// may contain dashes, and trying each as the end of one takes milliseconds for a line.
const shouted = new RegExp(
  String.raw`^[^a-z"'=]{0,48}?(?:\[?\b[\w.@/-]+\]?(?: - |[\s:|]+)){0,2}?(${upper})\b(?![-=])`,
);
const opening = new RegExp(String.raw`^(${upper})(?::|\s*[-|]\s|\s*\])`, "i");
const thrown = /^(?:Uncaught\b|Unhandled\b|Traceback \(|(?:[A-Z]\w*)?(?:Error|Exception)\b[:\s])/;

// Most lines have no level: one expression rules them out.
const hints = [
  ...upper.split("|"),
  "verbose",
  "dbg",
  "log",
  "exception",
  "uncaught",
  "unhandled",
  "traceback",
];
const hint = new RegExp(hints.join("|"), "i");

// A cheaper filter before it compares three characters at a time by their low five bits, which are equal for upper and
// lower case. False positives only cost the expression.
const hintStarts = new Uint8Array(1 << 15);
for (const word of hints) {
  let key = 0;
  for (let at = 0; at < 3; at += 1) key = (key << 5) | (word.charCodeAt(at) & 31);
  hintStarts[key] = 1;
}

/** Looks past colours. */
function mayHint(raw: string): boolean {
  let key = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    if (code === 0x1b) {
      const end = endOfColour(raw, at);
      if (end === -1) return true;
      at = end - 1;
      continue;
    }
    key = ((key << 5) | (code & 31)) & 0x7fff;
    if (hintStarts[key] === 1) return true;
  }
  return false;
}

/** A prefix of glog in a line that begins with it, with a space or with a colour; its letter may have its own colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one
const innerGlog = /[FEWIDV](?:\u001b\[[\d;:]*m)*\d{4} /;
function mayBeGlog(raw: string): boolean {
  const code = raw.charCodeAt(0);
  return code === 0x1b || code <= 0x20 ? innerGlog.test(raw) : byLetter.has(raw.charAt(0));
}

const headChars = 200;
/** In JSON the level may follow other fields. */
const jsonChars = 4000;

/** The level that a word names, in any case. */
export const levelNamed = (word: string): LogLevel | undefined => byWord.get(word.toLowerCase());

/** The level of a raw line. */
export function levelOf(line: string): LogLevel {
  const raw = line.slice(0, headChars);
  if (raw.includes("{")) {
    const level = inJson(line);
    if (level !== undefined) return level;
  }
  if (!mayHint(raw) && !mayBeGlog(raw)) return "none";
  const head = headOf(raw);
  const glog = byLetter.get(head.charAt(0));
  if (glog !== undefined && glogLevel.test(head)) return glog;
  if (!hint.test(head)) return "none";
  return (
    named(chromiumLevel.exec(head)?.[1]) ??
    inBrackets(head) ??
    named(logfmtLevel.exec(head)?.[1]) ??
    named(bracketed.exec(head)?.[1]) ??
    named(opening.exec(head)?.[1]) ??
    named(shouted.exec(head)?.[1]) ??
    (thrown.test(head) ? "error" : "none")
  );
}

function headOf(raw: string): string {
  const plain = raw.includes("\u001b") ? visibleText(raw) : raw;
  return plain.charCodeAt(0) === 32 || plain.charCodeAt(0) === 9 ? plain.trimStart() : plain;
}

const named = (word: string | undefined): LogLevel | undefined =>
  word === undefined ? undefined : levelNamed(word);

function inBrackets(head: string): LogLevel | undefined {
  const found = namedLevel.exec(head);
  return named(found?.[1] ?? found?.[2]);
}

function inJson(line: string): LogLevel | undefined {
  const [, word, number] = jsonLevel.exec(line.slice(0, jsonChars)) ?? [];
  if (number === undefined) return named(word);
  // Numeric levels of bunyan and pino.
  const value = Number(number);
  if (value < 10 || value > 60) return undefined;
  if (value >= 60) return "fatal";
  if (value >= 50) return "error";
  if (value >= 40) return "warn";
  if (value >= 30) return "info";
  return value >= 20 ? "debug" : "trace";
}
