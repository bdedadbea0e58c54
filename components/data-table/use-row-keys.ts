"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isTyping } from "@/components/ui/typing";
import { stepKey } from "./interleave.ts";
import { focusedKey, focusRow } from "./row-focus.ts";
import type { SelectionActs } from "./use-selection.ts";

/** j/k and the arrows walk the rows, Enter opens, Esc lets go. Where rows can be selected, Space and x take one, Shift
 *  with an arrow a range, Ctrl or Cmd with A the page, and Esc lets go of them once no row is open. The keys are heard on
 *  the whole page, or in the rows and in the sheet of the open one, while nothing else wants them: not while typing, not
 *  inside a modal dialog, a menu or another table. */
export function useRowKeys({
  table,
  keys,
  activeKey,
  onActiveKeyChange,
  onOpen,
  selection,
  enabled,
  onPage,
}: {
  table: RefObject<HTMLTableElement | null>;
  keys: readonly string[];
  activeKey: string | undefined;
  onActiveKeyChange: (key: string | undefined) => void;
  onOpen: ((key: string) => void) | undefined;
  selection: SelectionActs | undefined;
  enabled: boolean;
  /** Whether the keys are heard on the whole page. */
  onPage: boolean;
}): void {
  /** Where the keys have gone while the address, which says what is active, has not followed yet. */
  const ahead = useRef<string>(undefined);
  useEffect(() => {
    if (ahead.current === activeKey) ahead.current = undefined;
  }, [activeKey]);
  useEffect(() => {
    if (!enabled) return;
    const goTo = (key: string) => {
      ahead.current = key;
      onActiveKeyChange(key);
      focusRow(table.current, key);
    };
    const press = (event: KeyboardEvent) => {
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
        // The sheet follows where it is open; selecting does not open it.
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
        if (onOpen !== undefined) onOpen(row);
        else if (active === undefined) goTo(row);
      } else if (selection !== undefined && (event.key === "x" || event.key === " ")) {
        // On a control Space is the control's own, in the sheet it scrolls.
        const ownSpace = isControl(event.target) || isInSheet(event.target);
        if (at === undefined || (event.key === " " && ownSpace)) return;
        event.preventDefault();
        selection.toggle(at);
      } else if (event.key === "Escape" && active !== undefined) {
        ahead.current = undefined;
        onActiveKeyChange(undefined);
      } else if (event.key === "Escape" && selection !== undefined && selection.selected.size > 0) {
        // What acts on a selection goes with it, and would take the focus along.
        const [first] = selection.selected;
        selection.clear();
        if (first !== undefined && focusedKey(event.target, table.current) === undefined)
          focusRow(table.current, first);
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [table, keys, activeKey, onActiveKeyChange, onOpen, selection, enabled, onPage]);
}

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
