"use client";

import { type RefObject, useEffect, useRef } from "react";
import { focusAround, isFocusLost, isFocusOnMain } from "@/components/ui/return-focus";

/** The key of the row that has or contains the focus. */
export function focusedKey(target: EventTarget | null, table: HTMLTableElement | null): string | undefined {
  if (!(target instanceof Element) || table === null || !table.contains(target)) return undefined;
  const row = target.closest("tr[data-key]");
  return row instanceof HTMLElement ? row.dataset.key : undefined;
}

/** Focuses a row without scrolling; false when the row is absent. */
function focusRowInPlace(table: HTMLTableElement | null, key: string): boolean {
  const row = rowOf(table, key);
  row?.focus({ preventScroll: true });
  return row !== undefined;
}

/** Focuses a row and scrolls it into view. */
export function focusRow(table: HTMLTableElement | null, key: string): void {
  if (focusRowInPlace(table, key)) rowOf(table, key)?.scrollIntoView({ block: "nearest" });
}

function rowOf(table: HTMLTableElement | null, key: string): HTMLElement | undefined {
  const row = table?.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  return row instanceof HTMLElement ? row : undefined;
}

/** The keys of the other rows: those after this one, then those before, the nearest first. */
function keysAround(table: HTMLTableElement | null, key: string): readonly string[] {
  const keys = [...(table?.querySelectorAll<HTMLElement>("tr[data-key]") ?? [])].map(
    ({ dataset }) => dataset.key ?? "",
  );
  const at = keys.indexOf(key);
  return at === -1 ? [] : [...keys.slice(at + 1), ...keys.slice(0, at).reverse()];
}

/** Keyboard position in a table: its open row, and the first of the selected rows. */
interface TablePosition {
  readonly active: string | undefined;
  readonly selected: string | undefined;
}

/** The row deselected between two renders: the open one before the selected ones. */
export function deselectedRowOf(before: TablePosition, now: TablePosition): string | undefined {
  if (before.active !== undefined && now.active === undefined) return before.active;
  return now.selected === undefined ? before.selected : undefined;
}

/**
 * Restores the focus to the row when a sheet or a selection bar disappears together with the focused button,
 * so that Tab and the row keys continue from there.
 */
export function useRestoredRowFocus(
  table: RefObject<HTMLTableElement | null>,
  { active, selected }: TablePosition,
): void {
  const before = useRef<TablePosition>({ active, selected });
  /** The rows around the open one when it was opened: it may be deleted meanwhile. */
  const around = useRef<readonly string[]>([]);
  useEffect(() => {
    const gone = deselectedRowOf(before.current, { active, selected });
    before.current = { active, selected };
    // Does not scroll back an operator who has scrolled away meanwhile. A sheet that was open when the page was loaded knows
    // no row to return to, and may have closed before.
    if (gone !== undefined && (isFocusLost() || isFocusOnMain())) {
      const isFocused = [gone, ...around.current].some((key) => focusRowInPlace(table.current, key));
      if (!isFocused) focusAround(table.current);
    }
    around.current = active === undefined ? [] : keysAround(table.current, active);
  }, [table, active, selected]);
}
