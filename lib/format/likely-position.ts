// Where lines that were shown end within a log, by their texts alone.

/** Trailing shown lines that may not be in the log: messages of the upstream in its place, or transmission errors. */
const maxForeign = 8;
/** Fewer equal lines than this may be a coincidence. */
const minEqual = 3;

/** For each index `end` of the log: how many lines before it equal the last shown lines (Z function). */
function equalBefore(shown: readonly string[], log: readonly string[]): Int32Array {
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
  const equal = new Int32Array(log.length + 1);
  for (let end = 1; end <= log.length; end += 1) equal[end] = same[text.length - end] ?? 0;
  return equal;
}

/** Equal lines before an index. */
interface Match {
  readonly position: number;
  readonly size: number;
  /** Trailing shown lines that were left out. */
  readonly foreign: number;
}

/** The texts that are there only once. */
function textsOnce(texts: readonly string[]): Set<string> {
  const once = new Set<string>();
  const seen = new Set<string>();
  for (const text of texts) {
    if (seen.has(text)) once.delete(text);
    else once.add(text);
    seen.add(text);
  }
  return once;
}

/** The texts that are once in the shown lines and once in the log, so that they are the same line. */
function sameLines(shown: readonly string[], log: readonly string[]): Set<string> {
  const once = textsOnce(log);
  return new Set([...textsOnce(shown)].filter((text) => once.has(text)));
}

/** `same`: of `sameLines`. */
function likelyMatch(
  shown: readonly string[],
  log: readonly string[],
  { trimmed, same }: { trimmed: boolean; same: ReadonlySet<string> },
): Match | undefined {
  let best: Match | undefined;
  /** For each index of the log: how many of the lines before it are certain. */
  const certain = new Int32Array(log.length + 1);
  for (const [at, text] of log.entries()) certain[at + 1] = (certain[at] ?? 0) + (same.has(text) ? 1 : 0);
  /** Few lines are to be all that there are, and all certain; of more, either will do. */
  const isLikely = (end: number, size: number, foreign: number) => {
    const certainLines = (certain[end] ?? 0) - (certain[end - size] ?? 0);
    const isAllShown = size === shown.length - foreign;
    if (size >= minEqual) return isAllShown || size === end || certainLines > 0;
    return certainLines === size && (isAllShown || (trimmed && size === end && foreign === 0));
  };
  for (let foreign = 0; foreign <= Math.min(maxForeign, shown.length / 2); foreign += 1) {
    const equal = equalBefore(shown.slice(0, shown.length - foreign), log);
    for (const [end, size] of equal.entries()) {
      if (size === 0 || !isLikely(end, size, foreign)) continue;
      const bestSize = best?.size ?? 0;
      if (size > bestSize || (size === bestSize && foreign === 0)) best = { position: end, size, foreign };
    }
  }
  return best;
}

/**
 * The index after the longest match with the end of the shown lines, the later of equals; undefined for none, as where
 * only a line or two are equal that may be others with the same text. `trimmed`: the log's beginning is missing, so a
 * match there may be the end of a longer one.
 */
export const likelyPosition = (
  shown: readonly string[],
  log: readonly string[],
  trimmed: boolean,
): number | undefined => likelyMatch(shown, log, { trimmed, same: sameLines(shown, log) })?.position;

/** The latest index before the end of the shown lines, and before it the whole log, or all shown lines. */
function endWithin(
  shown: readonly string[],
  log: readonly string[],
  same: ReadonlySet<string>,
): Match | undefined {
  const equal = equalBefore(log, shown);
  for (let end = shown.length - 1; end > 0; end -= 1) {
    const size = equal[end] ?? 0;
    if (size === 0 || size !== Math.min(log.length, end)) continue;
    if (size >= minEqual || (size === log.length && log.every((text) => same.has(text))))
      return { position: end, size, foreign: 0 };
  }
  return undefined;
}

/** How a log continues shown lines. */
export interface Overlap {
  /** The log's lines up to this index were shown. */
  readonly repeated: number;
  /** Shown lines that are behind its end, oldest first: it may have them later. */
  readonly ahead: readonly string[];
}

/**
 * The likely overlap of shown lines with a log whose beginning may be missing, and which may not have all of them yet;
 * undefined for none.
 */
export function likelyOverlap(shown: readonly string[], log: readonly string[]): Overlap | undefined {
  const same = sameLines(shown, log);
  const match = likelyMatch(shown, log, { trimmed: true, same });
  const within = endWithin(shown, log, same);
  const isBehind =
    within !== undefined &&
    (match === undefined || within.size > match.size || (within.size === match.size && match.foreign > 0));
  if (isBehind) return { repeated: log.length, ahead: shown.slice(within.position) };
  return match && { repeated: match.position, ahead: [] };
}
