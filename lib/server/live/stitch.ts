// Joins what a log file held with what was followed meanwhile. The two readings overlap by an unknown number of
// lines at the seam: those written between the opening of the second and the end of the first.

/** Knuth–Morris–Pratt: for each prefix of `pattern`, the length of its longest proper border. */
function borders(pattern: readonly string[]): Int32Array {
  const table = new Int32Array(pattern.length);
  for (let at = 1, match = 0; at < pattern.length; at += 1) {
    while (match > 0 && pattern[at] !== pattern[match]) match = table[match - 1] ?? 0;
    if (pattern[at] === pattern[match]) match += 1;
    table[at] = match;
  }
  return table;
}

/** How many lines at the end of `earlier` are those at the beginning of `later`: the longest such overlap. */
export function overlap(earlier: readonly string[], later: readonly string[]): number {
  const span = Math.min(earlier.length, later.length);
  const pattern = later.slice(0, span);
  const table = borders(pattern);
  let match = 0;
  for (let at = earlier.length - span; at < earlier.length; at += 1) {
    while (match > 0 && earlier[at] !== pattern[match]) match = table[match - 1] ?? 0;
    if (earlier[at] === pattern[match]) match += 1;
  }
  return match;
}

/** Where the last whole occurrence of `pattern` in `text` ends; 0 when there is none. */
function endOfLast(pattern: readonly string[], text: readonly string[]): number {
  if (pattern.length === 0) return 0;
  const table = borders(pattern);
  let match = 0;
  let end = 0;
  for (const [at, line] of text.entries()) {
    while (match > 0 && (match === pattern.length || line !== pattern[match])) match = table[match - 1] ?? 0;
    if (line === pattern[match]) match += 1;
    if (match === pattern.length) end = at + 1;
  }
  return end;
}

/**
 * How many lines of `followed` the history already has. `trimmed`: of the history only its newest lines are given, so
 * they may lie anywhere in what was followed.
 */
export function repeatedLines(
  history: readonly string[],
  followed: readonly string[],
  trimmed: boolean,
): number {
  const whole = trimmed ? endOfLast(history, followed) : 0;
  return whole > 0 ? whole : overlap(history, followed);
}

/**
 * Whether an overlap of `repeated` lines may be chance: the history holds the same lines elsewhere too, as a log does
 * that says one thing over and over.
 */
export function isDoubtful(
  history: readonly string[],
  followed: readonly string[],
  repeated: number,
): boolean {
  if (repeated === 0) return false;
  const last = history.length - repeated;
  for (let start = 0; start < last; start += 1) {
    let same = 0;
    while (same < repeated && history[start + same] === followed[same]) same += 1;
    if (same === repeated) return true;
  }
  return false;
}
