// Finds the overlap between a log's history and the lines followed while it was read. Both contain the lines written
// between the opening of the following stream and the end of the history; their number is unknown.

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

/** The length of the longest suffix of `earlier` that is a prefix of `later`. Linear time. */
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

/** The end index of the last occurrence of `pattern` in `text`; 0 when there is none. */
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

/** Where followed lines continue the history. */
export interface Seam {
  /** How many leading lines of `followed` are already in the history. */
  repeated: number;
  /** Further followed lines cannot change `repeated`. */
  settled: boolean;
  /** The followed lines lag behind the history: they are in it, once, but do not reach its end. */
  lagging: boolean;
}

/** `trimmed`: only the newest lines of the history are given, so they may occur anywhere in `followed`. */
export function findSeam(history: readonly string[], followed: readonly string[], trimmed: boolean): Seam {
  const whole = trimmed ? endOfLast(history, followed) : 0;
  if (whole > 0) return { repeated: whole, settled: true, lagging: false };
  const repeated = overlap(history, followed);
  const inside = followed.length < history.length ? endOfLast(followed, history.slice(0, -1)) : 0;
  if (inside > 0) {
    const again = endOfLast(followed, history.slice(0, inside - 1)) > 0;
    return { repeated: followed.length, settled: false, lagging: repeated === 0 && !again };
  }
  const settled = followed.length === 0 ? history.length === 0 : repeated > 0 || !trimmed;
  return { repeated, settled, lagging: false };
}

/**
 * Whether an overlap of `repeated` lines may be a coincidence: the same lines also occur earlier in the history, as in a
 * log that repeats one message.
 */
export function isDoubtful(
  history: readonly string[],
  followed: readonly string[],
  repeated: number,
): boolean {
  return repeated > 0 && endOfLast(followed.slice(0, repeated), history.slice(0, -1)) > 0;
}
