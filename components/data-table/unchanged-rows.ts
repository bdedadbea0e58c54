import { replaceEqualDeep } from "@tanstack/react-query";
import { useMemo, useRef } from "react";

/** The rows, where one says the same as the one before with its key: that one, with whatever of it is the same. */
export function keepUnchanged<Row>(
  before: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): readonly Row[] {
  return rows.map((row) => {
    const earlier = before.get(rowKey(row));
    return earlier === undefined ? row : replaceEqualDeep(earlier, row);
  });
}

/** Joined rows are new objects after every poll; only those that say something else are drawn again. */
export function useUnchangedRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
): readonly Row[] | undefined {
  const kept = useRef<ReadonlyMap<string, Row>>(new Map());
  return useMemo(() => {
    if (rows === undefined) return undefined;
    const now = keepUnchanged(kept.current, rows, rowKey);
    kept.current = new Map(now.map((row) => [rowKey(row), row]));
    return now;
  }, [rows, rowKey]);
}
