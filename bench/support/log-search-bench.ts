// Fills the store with the lines of many logs through its own write path, then measures searches over them.
import { isoTime } from "../../lib/clock.ts";
import { type Database, dialectOf } from "../../lib/server/db/database.ts";
import { diskBytes } from "../../lib/server/db/disk-usage.ts";
import { searchStoredLogs } from "../../lib/server/stored-logs/search-stored-logs.ts";
import { StoredLog } from "../../lib/server/stored-logs/stored-log.ts";
import { createStoredLogs, saveStoredLogs } from "../../lib/server/stored-logs/stored-log-writes.ts";
import { durationsOf, type Figure } from "./figure.ts";

const originMs = Date.UTC(2026, 9, 1);
const linesPerLog = 2_000;
const linesPerSave = 1_000;

/** A fixed sequence of numbers below 1 (mulberry32, public domain). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const syllables = "ka lo mi re su te vo ni pa du fe gi ho ju ze xa wi qu by cy".split(" ");
/** 4,000 words, of which the first are the most frequent. */
const vocabulary = Array.from({ length: 4_000 }, (_, at) =>
  [at % 20, Math.floor(at / 20) % 20, Math.floor(at / 400)].map((part) => syllables[part] ?? "").join(""),
);

/** In every line: the number of a process. */
const everyLine = "4242";

/** Line `at` of all: as a browser's console and network write them, with words, numbers and ids. */
export function lineText(at: number, random: () => number): string {
  const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? "";
  const words = Array.from({ length: 6 + Math.floor(random() * 8) }, word).join(" ");
  if (at % 1_000_003 === 500_000) return `[console:error] ${everyLine} needle in ${words}`;
  if (at % 50 === 7)
    return `[network:error] ${everyLine} GET /api/${word()}/${Math.floor(random() * 1e6)} 502 in ${at % 977} ms`;
  if (at % 3 === 0)
    return `[console:info] ${everyLine} ${words} id=${Math.floor(random() * 1e9).toString(36)}`;
  return `[${everyLine}:${everyLine}:1123/${String(at % 240_000).padStart(6, "0")}:INFO:${word()}.cc(${at % 900})] ${words}`;
}

/** Returns the bytes of the lines' texts and the lines written a second. */
async function fill(db: Database, count: number): Promise<{ textBytes: number; perSecond: number }> {
  const random = randomNumbers(1);
  const startedAt = performance.now();
  let textBytes = 0;
  for (let begin = 0; begin < count; begin += linesPerLog) {
    const [row] = await createStoredLogs(db, [{ invocationId: `bench-${begin}` }], originMs + begin);
    if (row === undefined) throw new Error("No log was created.");
    const log = new StoredLog({ ...row, app_name: `app-${(begin / linesPerLog) % 20}` }, 0);
    for (let from = begin; from < begin + linesPerLog; from += linesPerSave) {
      const entries = Array.from({ length: linesPerSave }, (_, more) => {
        const at = isoTime(originMs + from + more);
        const text = lineText(from + more, random);
        textBytes += text.length + 1;
        return { json: JSON.stringify({ at, text }), kind: "line" as const, at, missing: 0 };
      });
      log.append(entries, originMs + from);
      if (from + linesPerSave >= begin + linesPerLog) log.end(null, originMs + from);
      const unsaved = log.unsaved();
      await db.transaction().execute((trx) => saveStoredLogs(trx, dialectOf(db), [unsaved]));
      log.saved();
    }
  }
  return { textBytes, perSecond: count / ((performance.now() - startedAt) / 1_000) };
}

const formatMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

const searches: Readonly<Record<string, string>> = {
  "a frequent word": vocabulary[0] ?? "",
  "a word in every line": everyLine,
  "two words in one line of fifty": "502 network",
  "a rare word": "needle",
  "a rare word and a frequent one": `needle ${vocabulary[3]}`,
  "a word that is nowhere": "nowhere",
  "a phrase": '"needle in"',
  "errors of one application": "level:error app:app-7",
  "a word without a frequent one": `network -${vocabulary[0]}`,
  "a frequent word since a time that few lines reach": `${vocabulary[0]} since:${isoTime(originMs + 1_000)}`,
  "no word, only an application": "app:app-3",
  "two frequent words that are seldom in one line": `${vocabulary[40]} ${vocabulary[55]}`,
};

/** Fills an empty store with `count` lines and measures; `where` names the store in the figures. */
export async function measureLogSearch(
  db: Database,
  { where, count, log }: { where: string; count: number; log: (message: string) => void },
): Promise<Figure[]> {
  const emptyBytes = await diskBytes(db);
  const { textBytes, perSecond } = await fill(db, count);
  log(`${where} is filled`);
  const size = count.toLocaleString("en");
  const figures: Figure[] = [
    {
      id: "P9",
      what: `stored logs, ${where}: lines stored and indexed, ${size} in the end`,
      unit: "lines/s",
      ours: perSecond,
      goal: { of: "value", bound: "least", than: 2_000 },
    },
    {
      id: "P9",
      what: `stored logs, ${where}: bytes on disk of ${size} lines`,
      unit: "bytes",
      ours: (await diskBytes(db)) - emptyBytes,
      baseline: { name: "bytes of the lines", value: textBytes },
      goal: { of: "ratio", bound: "most", than: 1.5 },
    },
  ];
  for (const [what, q] of Object.entries(searches)) {
    const { p50, p95, max } = await durationsOf(30, () => searchStoredLogs(db, { q, limit: 50 }, originMs));
    figures.push({
      id: "P9",
      what: `search over ${size} stored lines, ${where}, first answer, p95: ${what}`,
      unit: "ms",
      ours: p95,
      note: `p50 ${formatMs(p50)}, max ${formatMs(max)}`,
      goal: { of: "value", bound: "most", than: 300 },
    });
  }
  return figures;
}
