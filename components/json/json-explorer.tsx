"use client";

import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { JsonTable } from "@/lib/format/json-scan";
import { searchJson } from "@/lib/format/json-search";
import {
  allBranches,
  maxRows,
  openAtFirst,
  openPathTo,
  rowIndexOf,
  rowsOf,
  toggleBranch,
} from "@/lib/format/json-tree";
import { formatCount } from "@/lib/format/numbers";
import { JsonFooter } from "./json-footer.tsx";
import { jsonExplorerTexts } from "./json-messages.ts";
import { rowPx } from "./json-row.tsx";
import { JsonSearchBar } from "./json-search-bar.tsx";
import { JsonTree } from "./json-tree.tsx";
import { runInSlices } from "./run-in-slices.ts";

/** A request to open or close all branches; each new object is a new request. */
export interface BranchToggleRequest {
  readonly open: boolean;
}

/** A JSON text as a tree with search. Short trees take the height they need, long ones scroll. */
export function JsonExplorer({
  table,
  label,
  maxHeightPx,
  minHeightPx,
  branchRequest,
  searching,
  onSearching,
}: {
  table: JsonTable;
  label: string;
  maxHeightPx: number;
  minHeightPx: number;
  branchRequest: BranchToggleRequest | undefined;
  searching: boolean;
  onSearching: (searching: boolean) => void;
}) {
  const { open, active, goTo, activate, turn } = useOpenTree(table, branchRequest);
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState("");
  const goToFirst = useCallback(
    (nodes: readonly number[]) => {
      if (nodes[0] !== undefined) goTo(nodes[0]);
    },
    [goTo],
  );
  const nodes = useJsonSearch(table, searching ? wanted : "", goToFirst);
  const matches = useMemo(() => new Set(nodes), [nodes]);
  const rows = useMemo(() => rowsOf(table, open), [table, open]);
  const found = nodes === undefined ? undefined : rowIndexOf(nodes, active);
  const step = (by: 1 | -1) => {
    const next = nodes && adjacentMatch(nodes, active, by);
    if (next !== undefined) goTo(next);
  };
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "f" || event.shiftKey) return;
    event.preventDefault();
    onSearching(true);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the search shortcut of its content
    <div ref={box} onKeyDown={press}>
      {searching ? (
        <JsonSearchBar
          label={label}
          wanted={wanted}
          count={nodes?.length}
          position={found === undefined ? undefined : found + 1}
          onChange={setWanted}
          onStep={step}
          onClose={() => {
            onSearching(false);
            // The focused search field disappears; the current match stays active in the tree.
            box.current?.querySelector<HTMLElement>("[role=tree]")?.focus({ preventScroll: true });
          }}
        />
      ) : null}
      <JsonTree
        table={table}
        rows={rows}
        open={open}
        active={active}
        label={label}
        heightPx={Math.max(minHeightPx, Math.min(maxHeightPx, rows.length * rowPx))}
        matches={matches}
        wanted={wanted}
        onActive={activate}
        onTurn={turn}
        onNextMatch={searching && matches.size > 0 ? step : undefined}
      />
      {rows.length === maxRows ? (
        <p className="border-t border-line px-3 py-1 text-caption text-warn">
          {jsonExplorerTexts.onlyFirstRows(formatCount(maxRows))}
        </p>
      ) : null}
      <JsonFooter table={table} node={active} />
    </div>
  );
}

/** Which branches of a table are open, and which node is active. Another table or request takes effect at once. */
function useOpenTree(table: JsonTable, request: BranchToggleRequest | undefined) {
  const [held, setHeld] = useState(() => ({ table, request, open: openAtFirst(table), active: 0 }));
  let now = held;
  if (held.table !== table) now = { table, request, open: openAtFirst(table), active: 0 };
  else if (held.request !== request && request !== undefined) {
    const open = allBranches(table, request.open);
    const inSight = rowIndexOf(rowsOf(table, open), held.active) !== undefined;
    now = { ...held, request, open, active: inSight ? held.active : 0 };
  }
  if (now !== held) setHeld(now);
  const goTo = useCallback(
    (node: number) =>
      setHeld((before) => ({ ...before, active: node, open: openPathTo(before.table, before.open, node) })),
    [],
  );
  return {
    open: now.open,
    active: now.active,
    /** Activates a node and opens the branches above it. */
    goTo,
    activate: (node: number) => setHeld({ ...now, active: node }),
    /** Activates a branch and opens or closes it. */
    turn: (node: number) => setHeld({ ...now, active: node, open: toggleBranch(now.open, node) }),
  };
}

/** The match after or before a node, in a circle. */
function adjacentMatch(nodes: readonly number[], active: number, by: 1 | -1): number | undefined {
  const at = rowIndexOf(nodes, active);
  const behind = nodes.findIndex((node) => node > active);
  const from = at ?? (by === 1 ? (behind === -1 ? nodes.length : behind) - 1 : Math.max(0, behind));
  return nodes[(from + by + nodes.length) % nodes.length];
}

/** Nodes that match in name or value, in document order; undefined while searching. `onFound` is called once for each
 *  new search. */
function useJsonSearch(
  table: JsonTable,
  wanted: string,
  onFound: (nodes: readonly number[]) => void,
): readonly number[] | undefined {
  const [found, setFound] = useState<{ in: JsonTable; wanted: string; nodes: readonly number[] }>();
  useEffect(() => {
    if (wanted === "") return;
    const stop = new AbortController();
    void runInSlices(searchJson(table, wanted), { signal: stop.signal }).then((nodes) => {
      if (nodes === undefined || stop.signal.aborted) return;
      setFound({ in: table, wanted, nodes });
      onFound(nodes);
    });
    return () => stop.abort();
  }, [table, wanted, onFound]);
  const isCurrent = found?.in === table && found.wanted === wanted;
  return wanted === "" ? [] : isCurrent ? found.nodes : undefined;
}
