import type { BadRow } from "./column.ts";

export type Line<Row> =
  | { readonly kind: "row"; readonly key: string; readonly row: Row }
  | { readonly kind: "bad"; readonly key: string; readonly bad: BadRow };

/** Rows and bad rows as one list: each bad row at its position, rows once per key (the first one counts), so that
 *  pages which shifted while rows arrived show nothing twice. */
export function interleave<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  badRows: readonly BadRow[],
): readonly Line<Row>[] {
  const lines: Line<Row>[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const key = rowKey(row);
    if (seen.has(key)) continue;
    seen.add(key);
    lines.push({ kind: "row", key, row });
  }
  for (const bad of [...badRows].sort((a, b) => a.position - b.position)) {
    lines.splice(Math.min(Math.max(0, bad.position), lines.length), 0, {
      kind: "bad",
      key: `bad ${bad.key}`,
      bad,
    });
  }
  return lines;
}

/** The key `by` rows away from `from`; from nowhere, the first or the last. Stops at the ends; undefined when empty. */
export function stepKey(keys: readonly string[], from: string | undefined, by: 1 | -1): string | undefined {
  const at = from === undefined ? -1 : keys.indexOf(from);
  if (at === -1) return by === 1 ? keys[0] : keys.at(-1);
  return keys[Math.min(keys.length - 1, Math.max(0, at + by))];
}
