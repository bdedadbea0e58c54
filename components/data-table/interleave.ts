/** A list item that could not be parsed: its index in the list, from 0, and the reason. */
export interface UnreadableItem {
  readonly index: number;
  readonly fault: string;
}

export type Line<Row> =
  | { readonly kind: "row"; readonly key: string; readonly row: Row }
  | { readonly kind: "bad"; readonly key: string; readonly fault: string };

/**
 * Merges rows and unreadable rows into one list: each unreadable row at its position, each key once (the
 * first occurrence wins), so that pages that shifted while rows arrived show no duplicates.
 */
export function interleave<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  bad: readonly UnreadableItem[],
): readonly Line<Row>[] {
  const lines: Line<Row>[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const key = rowKey(row);
    if (seen.has(key)) continue;
    seen.add(key);
    lines.push({ kind: "row", key, row });
  }
  for (const { index, fault } of [...bad].sort((a, b) => a.index - b.index))
    lines.splice(Math.min(index, lines.length), 0, { kind: "bad", key: `bad ${index}`, fault });
  return lines;
}

/**
 * The key `by` rows away from `from`; without `from`, the first or the last. Stops at the ends; undefined
 * when empty.
 */
export function stepKey(keys: readonly string[], from: string | undefined, by: 1 | -1): string | undefined {
  const at = from === undefined ? -1 : keys.indexOf(from);
  if (at === -1) return by === 1 ? keys[0] : keys.at(-1);
  return keys[Math.min(keys.length - 1, Math.max(0, at + by))];
}
