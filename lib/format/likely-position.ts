// Where lines that were shown end within a log, by their texts alone.

/** Trailing shown lines that may not be in the log: messages of the upstream in its place, or transmission errors. */
const maxForeign = 8;
/** Fewer equal lines than this are a coincidence, unless fewer were shown. */
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

/**
 * The index after the longest match with the end of the shown lines, the later of equals; undefined for none. `trimmed`:
 * the log's beginning is missing, so a match there may be the end of a longer one.
 */
export function likelyPosition(
  shown: readonly string[],
  log: readonly string[],
  trimmed: boolean,
): number | undefined {
  let best = 0;
  let position: number | undefined;
  for (let foreign = 0; foreign <= Math.min(maxForeign, shown.length / 2); foreign += 1) {
    const required = Math.min(minEqual, shown.length - foreign);
    const equal = equalBefore(shown.slice(0, shown.length - foreign), log);
    for (const [end, size] of equal.entries()) {
      if (size === 0 || (size < required && !(trimmed && size === end))) continue;
      if (size > best || (size === best && foreign === 0)) {
        best = size;
        position = end;
      }
    }
  }
  return position;
}
