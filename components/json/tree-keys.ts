import type { JsonTable } from "@/lib/format/json-scan";
import { isBranch, type OpenBranches, rowIndexOf } from "@/lib/format/json-tree";

export type TreeMove = { readonly kind: "go"; readonly to: number } | { readonly kind: "turn" };

interface TreePosition {
  table: JsonTable;
  rows: readonly number[];
  open: OpenBranches;
  /** Index of the active row. */
  at: number;
  pageRows: number;
}

/** Effect of a key in a tree, by the ARIA tree pattern; undefined for other keys. */
export function treeMove(
  key: string,
  { table, rows, open, at, pageRows }: TreePosition,
): TreeMove | undefined {
  const node = rows[at] ?? 0;
  const go = (to: number): TreeMove => ({ kind: "go", to: Math.max(0, Math.min(rows.length - 1, to)) });
  const isFull = isBranch(table, node) && (table.size[node] ?? 0) > 0;
  const isOpen = isFull && open[node] === 1;
  switch (key) {
    case "ArrowDown":
      return go(at + 1);
    case "ArrowUp":
      return go(at - 1);
    case "PageDown":
      return go(at + pageRows);
    case "PageUp":
      return go(at - pageRows);
    case "Home":
      return go(0);
    case "End":
      return go(rows.length - 1);
    case "ArrowRight":
      if (isOpen) return go(at + 1);
      return isFull ? { kind: "turn" } : go(at);
    case "ArrowLeft":
      if (isOpen) return { kind: "turn" };
      return go(rowIndexOf(rows, table.parent[node] ?? 0) ?? 0);
    case "Enter":
    case " ":
      return isFull ? { kind: "turn" } : go(at);
    default:
      return undefined;
  }
}
