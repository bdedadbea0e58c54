"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import type { JsonTable } from "@/lib/format/json-scan";
import { isBranch, type OpenBranches, rowIndexOf } from "@/lib/format/json-tree";
import { JsonRow, rowLabel, rowPx } from "./json-row.tsx";
import { type TreeMove, treeMove } from "./tree-keys.ts";

/**
 * The visible rows of a tree of any size. One row is active; the arrow keys move it, open and close branches.
 */
export function JsonTree({
  table,
  rows,
  open,
  active,
  label,
  heightPx,
  matches,
  wanted,
  onActive,
  onTurn,
  onNextMatch,
}: {
  table: JsonTable;
  rows: readonly number[];
  open: OpenBranches;
  active: number;
  label: string;
  heightPx: number;
  matches: ReadonlySet<number>;
  wanted: string;
  onActive: (node: number) => void;
  onTurn: (node: number) => void;
  onNextMatch: ((by: 1 | -1) => void) | undefined;
}) {
  const treeId = useId();
  const activeIndex = rowIndexOf(rows, active) ?? 0;
  const { scroller, virtual } = useTreeWindow({ count: rows.length, heightPx, active, activeIndex });

  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (onNextMatch !== undefined && (event.key === "n" || event.key === "N")) {
      event.preventDefault();
      onNextMatch(event.key === "n" ? 1 : -1);
      return;
    }
    const pageRows = Math.max(1, Math.floor(heightPx / rowPx) - 1);
    const move: TreeMove | undefined = treeMove(event.key, { table, rows, open, at: activeIndex, pageRows });
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (move.kind === "go") onActive(rows[move.to] ?? active);
    else onTurn(rows[activeIndex] ?? active);
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-activedescendant={`${treeId}-${rows[activeIndex]}`}
      tabIndex={0}
      onKeyDown={press}
      style={{ height: heightPx }}
      className="focus-inset group overflow-y-auto overscroll-contain font-mono text-label [overflow-anchor:none]"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const node = rows[index] ?? 0;
          const branch = isBranch(table, node) && (table.size[node] ?? 0) > 0;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys, per the ARIA tree pattern
            // biome-ignore lint/a11y/useFocusableInteractive: the tree uses aria-activedescendant
            <div
              key={node}
              id={`${treeId}-${node}`}
              role="treeitem"
              {...placeIn(table, node)}
              aria-selected={node === active}
              {...(branch ? { "aria-expanded": open[node] === 1 } : {})}
              aria-label={rowLabel(table, node)}
              onClick={() => (branch ? onTurn(node) : onActive(node))}
              className={`absolute inset-x-0 cursor-default px-2 ${
                node === active
                  ? "bg-hover group-focus-visible:bg-selected group-focus-visible:shadow-[inset_2px_0_var(--focus)]"
                  : "hover:bg-hover"
              }`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <JsonRow
                table={table}
                node={node}
                isOpen={open[node] === 1}
                marked={matches.has(node) ? wanted : undefined}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A node's place among those of the tree, of which only some are in the DOM. */
function placeIn(table: JsonTable, node: number) {
  const parent = table.parent[node] ?? -1;
  return {
    "aria-level": (table.depth[node] ?? 0) + 1,
    "aria-posinset": (table.place[node] ?? 0) + 1,
    "aria-setsize": parent === -1 ? 1 : (table.size[parent] ?? 1),
  };
}

/** The window over the rows: follows the active row when it changes. */
function useTreeWindow({
  count,
  heightPx,
  active,
  activeIndex,
}: {
  count: number;
  heightPx: number;
  active: number;
  activeIndex: number;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    initialRect: { width: 0, height: heightPx },
    // The active row must be in the DOM for assistive technology, wherever the window is.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const inSight = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      if (activeIndex < from) return [activeIndex, ...inSight];
      return activeIndex > to && activeIndex < count ? [...inSight, activeIndex] : inSight;
    },
  });
  const lastActive = useRef(active);
  useEffect(() => {
    if (lastActive.current === active) return;
    lastActive.current = active;
    virtual.scrollToIndex(activeIndex, { align: "auto" });
  }, [active, activeIndex, virtual]);
  return { scroller, virtual };
}
