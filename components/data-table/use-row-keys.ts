"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { isTyping } from "@/components/ui/typing";
import { stepKey } from "./interleave.ts";
import { focusedKey, focusRow } from "./row-focus.ts";
import type { SelectionActions } from "./use-selection.ts";

interface SheetOfRow {
  readonly key: string | undefined;
  /** By a click or j/k; undefined: by Esc. */
  readonly onChange: (key: string | undefined) => void;
  /** Enter on the active row, or on the focused one; absent, Enter activates the focused row. */
  readonly onOpen?: (key: string) => void;
}

interface PageOfRow {
  readonly key?: never;
  readonly onChange?: never;
  /** By a click or Enter. */
  readonly onOpen: (key: string) => void;
}

/** How rows are opened: in a sheet, of which the keys go from row to row, or as a page, which no key but Enter opens. */
export type ActiveRow = SheetOfRow | PageOfRow;

/**
 * j/k and the arrows move between rows, Enter opens, Esc deactivates. With selection, Space and x toggle a
 * row, Shift with an arrow extends a range, Ctrl or Cmd with A selects the page, and Esc clears the selection
 * once no row is open. The keys work on the whole page, or in the rows and in the sheet of the open one,
 * except while typing and inside a modal dialog, a menu or another table.
 */
export function useRowKeys({
  table,
  keys,
  active: activeRow,
  selection,
  onPage,
}: {
  table: RefObject<HTMLTableElement | null>;
  keys: readonly string[];
  /** Undefined: no keys. */
  active: ActiveRow | undefined;
  selection: SelectionActions | undefined;
  /** Whether the keys work on the whole page. */
  onPage: boolean;
}): void {
  /** The key moved to while the URL, which names the active row, has not been updated yet. */
  const ahead = useRef<string>(undefined);
  const { key: activeKey, onChange, onOpen } = activeRow ?? {};
  useEffect(() => {
    if (ahead.current === activeKey) ahead.current = undefined;
  }, [activeKey]);
  // A key that is pressed right after a rendering acts on what is shown, not on what was.
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (activeRow === undefined) return;
    const goTo = (key: string) => {
      focusRow(table.current, key);
      if (onChange === undefined) return;
      ahead.current = key;
      // What opens a row takes longer than to show where the focus is, and of several keys only the last opens one.
      afterPaint(() => {
        if (ahead.current === key && table.current !== null) onChange(key);
      });
    };
    if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
    if (isElsewhere(event.target, table.current)) return;
    const own = activeKey !== undefined && isInSheet(event.target);
    if (!onPage && !own && focusedKey(event.target, table.current) === undefined) return;
    if (event.metaKey || event.ctrlKey) {
      if (selection === undefined || event.key !== "a" || isInSheet(event.target)) return;
      event.preventDefault();
      selection.all();
      return;
    }
    const by = directions[event.key];
    const here = focusedKey(event.target, table.current);
    const active = here !== undefined && here === ahead.current ? here : activeKey;
    const at = here ?? active;
    if (selection !== undefined && event.shiftKey && by !== undefined) {
      const next = stepKey(keys, at, by);
      if (next === undefined) return;
      event.preventDefault();
      selection.rangeTo(next, at);
      // An open sheet follows the row; selecting does not open one.
      if (active !== undefined) goTo(next);
      else focusRow(table.current, next);
    } else if (by !== undefined) {
      const next = stepKey(keys, active ?? here, by);
      if (next === undefined) return;
      event.preventDefault();
      goTo(next);
    } else if (event.key === "Enter" && at !== undefined && !isControl(event.target)) {
      const row = active ?? at;
      event.preventDefault();
      if (onOpen !== undefined) {
        ahead.current = undefined;
        onOpen(row);
      } else if (active === undefined) goTo(row);
    } else if (selection !== undefined && (event.key === "x" || event.key === " ")) {
      // Space belongs to a focused control, and scrolls inside the sheet.
      const ownSpace = isControl(event.target) || isInSheet(event.target);
      if (at === undefined || (event.key === " " && ownSpace)) return;
      event.preventDefault();
      selection.toggle(at);
    } else if (event.key === "Escape" && active !== undefined) {
      ahead.current = undefined;
      onChange?.(undefined);
    } else if (event.key === "Escape" && selection !== undefined && selection.selected.size > 0) {
      // The controls that act on the selection disappear with it, along with the focus.
      const [first] = selection.selected;
      selection.clear();
      if (first !== undefined && focusedKey(event.target, table.current) === undefined)
        focusRow(table.current, first);
    }
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

const directions: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const isInSheet = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-sheet]") !== null;

function isElsewhere(target: EventTarget | null, table: HTMLTableElement | null): boolean {
  if (!(target instanceof Element)) return false;
  if (
    target.closest(
      "[role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider], [role=separator]",
    ) !== null
  )
    return true;
  const dialog = target.closest("[role=dialog], [role=alertdialog]");
  if (dialog !== null && !dialog.hasAttribute("data-sheet") && !dialog.contains(table)) return true;
  const other = target.closest("table");
  return other !== null && other !== table;
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("a, button, input, summary, [role=button], [role=checkbox]") !== null
  );
}
