// How grave a line says it is, read once when it arrives. Each shape of log says it in a place of its own; a word that
// merely occurs in the text of a line is no level.
import { visibleText } from "./ansi.ts";

/** Gravest first; `none`: the line does not say. */
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "none"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A set of levels as bits, bit n for `logLevels[n]`. */
export type LevelSet = number;
export const everyLevel: LevelSet = (1 << logLevels.length) - 1;
export const levelBit = (level: LogLevel): LevelSet => 1 << logLevels.indexOf(level);

const words = {
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
const byWord: ReadonlyMap<string, LogLevel> = new Map(Object.entries(words));
const byLetter: ReadonlyMap<string, LogLevel> = new Map([
  ["F", "fatal"],
  ["E", "error"],
  ["W", "warn"],
  ["I", "info"],
  ["D", "debug"],
  ["V", "debug"],
]);

const upper = "FATAL|PANIC|EMERG|ALERT|CRIT|CRITICAL|ERROR|ERR|SEVERE|WARN|WARNING|INFO|NOTICE|DEBUG|TRACE";
const jsonLevel = /"(?:level|severity|lvl|levelname|log\.level)"\s*:\s*(?:"([A-Za-z]+)"|(\d{1,3})\b)/;
const chromiumLevel = /^\[\d+:\d+:\d{4}\/\d{6}(?:\.\d+)?:([A-Z]+)/;
const consoleLevel = /\[console[:.]([a-z]+)\]/;
const logfmtLevel = /(?:^|\s)(?:level|lvl|severity)="?([A-Za-z]+)/i;
const glogLevel = /^[FEWIDV]\d{4} \d{2}:\d{2}:\d{2}/;
const bracketed = new RegExp(String.raw`[[(<](${upper})[\])>]`, "i");
// In capitals after nothing but times, numbers, names and signs of punctuation.
const shouted = new RegExp(String.raw`^[^a-z"'=]{0,48}?(?:\b[\w.@/-]+[\s:|]+){0,2}?(${upper})\b(?![-=])`);
const opening = new RegExp(String.raw`^(${upper})(?::|\s*[-|]\s|\s*\])`, "i");
const thrown = /^(?:Uncaught\b|Unhandled\b|Traceback \(|(?:[A-Z]\w*)?(?:Error|Exception)\b[:\s])/;

// Most lines say nothing: one look spares them the rest.
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

// And before that look a cheaper one, at three characters at a time in five bits each: capitals and small letters have
// the same five. What it lets through by chance costs the look, no more.
const hintStarts = new Uint8Array(1 << 15);
for (const word of hints) {
  let key = 0;
  for (let at = 0; at < 3; at += 1) key = (key << 5) | (word.charCodeAt(at) & 31);
  hintStarts[key] = 1;
}

function mayHint(head: string): boolean {
  let key = 0;
  for (let at = 0; at < head.length; at += 1) {
    key = ((key << 5) | (head.charCodeAt(at) & 31)) & 0x7fff;
    if (hintStarts[key] === 1) return true;
  }
  return false;
}

const headChars = 200;
/** A JSON line may say its level after other fields. */
const jsonChars = 4000;

/** The level of a line as it was sent. */
export function levelOf(line: string): LogLevel {
  const head = headOf(line);
  if (head.includes("{")) {
    const level = inJson(line);
    if (level !== undefined) return level;
  }
  const glog = byLetter.get(head.charAt(0));
  if (glog !== undefined && glogLevel.test(head)) return glog;
  if (!mayHint(head) || !hint.test(head)) return "none";
  return (
    named(chromiumLevel.exec(head)?.[1]) ??
    named(consoleLevel.exec(head)?.[1]) ??
    named(logfmtLevel.exec(head)?.[1]) ??
    named(bracketed.exec(head)?.[1]) ??
    named(opening.exec(head)?.[1]) ??
    named(shouted.exec(head)?.[1]) ??
    (thrown.test(head) ? "error" : "none")
  );
}

function headOf(line: string): string {
  const head = line.slice(0, headChars);
  const plain = head.includes("\u001b") ? visibleText(head) : head;
  return plain.charCodeAt(0) === 32 || plain.charCodeAt(0) === 9 ? plain.trimStart() : plain;
}

const named = (word: string | undefined): LogLevel | undefined =>
  word === undefined ? undefined : byWord.get(word.toLowerCase());

function inJson(line: string): LogLevel | undefined {
  const [, word, number] = jsonLevel.exec(line.slice(0, jsonChars)) ?? [];
  if (number === undefined) return named(word);
  // The numbers of bunyan and pino.
  const value = Number(number);
  if (value < 10 || value > 60) return undefined;
  if (value >= 60) return "fatal";
  if (value >= 50) return "error";
  if (value >= 40) return "warn";
  if (value >= 30) return "info";
  return value >= 20 ? "debug" : "trace";
}
