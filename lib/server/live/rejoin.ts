// After a break: what a log holds now, set against what was shown of it before. Says which lines were written
// meanwhile, and claims that none is missing only when the number of lines and their texts both agree.
import type { History } from "./history.ts";
import type { LogItem } from "./log-item.ts";
import { isDoubtful, repeatedLines } from "./stitch.ts";

/** What is known of a log from before the break. */
export interface Shown {
  /** Lines shown, oldest first. */
  texts: readonly string[];
  /** How many of the last of them stand in the log without a hole between them. */
  unbroken: number;
  /** How many lines the log had, from its first on; undefined when it could not be counted. */
  lineCount: number | undefined;
}

export interface Rejoined {
  /** How many lines are missing at the break; null: unknown. */
  missing: 0 | null;
  /** Lines written during the break. */
  meanwhile: readonly LogItem[];
  /** Between `meanwhile` and `followed` lines may be missing. */
  holed: boolean;
  /** Lines followed since, without those that `meanwhile` has. */
  followed: readonly LogItem[];
  lineCount: number | undefined;
}

/** Trailing lines shown that the log may not hold: what an upstream said in its place, or noise on the wire. */
const maxForeign = 8;
/** Fewer equal lines than this are chance, unless fewer were shown. */
const minAlike = 3;

const textsOf = (items: readonly LogItem[]): string[] => items.map((item) => item.text);

/** For each `end` from 0 to the log's length: how many lines before it equal the last ones shown (Z function). */
function alikeBefore(shown: readonly string[], log: readonly string[]): Int32Array {
  const text: (string | undefined)[] = [...shown.toReversed(), undefined, ...log.toReversed()];
  const same = new Int32Array(text.length);
  for (let at = 1, left = 0, right = 0; at < text.length; at += 1) {
    let size = at < right ? Math.min(right - at, same[at - left] ?? 0) : 0;
    while (at + size < text.length && text[size] !== undefined && text[size] === text[at + size]) size += 1;
    same[at] = size;
    if (at + size > right) {
      left = at;
      right = at + size;
    }
  }
  const alike = new Int32Array(log.length + 1);
  for (let end = 1; end <= log.length; end += 1) alike[end] = same[text.length - end] ?? 0;
  return alike;
}

/** Where in the log's lines those not shown yet begin, if count and texts agree on it. */
function countedSeam(
  { texts, unbroken, lineCount }: Shown,
  { items, readLines }: History,
): number | undefined {
  if (lineCount === undefined) return undefined;
  const at = lineCount - (readLines - items.length);
  if (at < 0 || at > items.length) return undefined;
  if (lineCount === 0) return at;
  const needed = Math.min(unbroken, at);
  const alike = alikeBefore(texts, textsOf(items))[at] ?? 0;
  return needed > 0 && alike >= needed ? at : undefined;
}

/** The place where the log resembles the end of what was shown the most, the later of equals; undefined for none. */
function likelySeam({ texts }: Shown, { items }: History): number | undefined {
  let best = 0;
  let seam: number | undefined;
  for (let foreign = 0; foreign <= Math.min(maxForeign, texts.length / 2); foreign += 1) {
    const least = Math.min(minAlike, texts.length - foreign);
    const alike = alikeBefore(texts.slice(0, texts.length - foreign), textsOf(items));
    for (const [end, size] of alike.entries()) {
      if (size === 0 || size < least) continue;
      if (size > best || (size === best && foreign === 0)) {
        best = size;
        seam = end;
      }
    }
  }
  return seam;
}

/** Joins what was shown, what the log holds now and what has been followed since the reading of it began. */
export function rejoin(
  shown: Shown,
  history: History,
  held: { items: readonly LogItem[]; overflowed: boolean },
): Rejoined {
  const counted = countedSeam(shown, history);
  const seam = counted ?? likelySeam(shown, history);
  // An unfinished reading that fits nowhere may be an old part of the log: showing it would double lines.
  const known = seam !== undefined || history.ended;
  const meanwhile = known ? history.items.slice(seam ?? 0) : [];
  const repeated =
    held.overflowed || !known
      ? 0
      : repeatedLines(textsOf(history.items), textsOf(held.items), history.trimmed);
  const followed = held.items.slice(repeated);
  const sure = !isDoubtful(textsOf(history.items), textsOf(held.items), repeated);
  const reached = known && !held.overflowed && (history.ended || repeated > 0);
  return {
    missing: counted !== undefined && reached && sure ? 0 : null,
    meanwhile,
    holed: meanwhile.length > 0 && !reached && (held.overflowed || !history.complete),
    followed,
    lineCount: reached && sure ? history.readLines + followed.length : undefined,
  };
}
