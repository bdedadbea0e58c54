"use client";

import { type RefObject, useEffect } from "react";
import { isTyping } from "@/components/ui/typing";
import { stepKey } from "./interleave.ts";

/** j/k and the arrows walk the rows, Enter opens, Esc lets go. The keys are heard on the whole page while nothing else
 *  wants them: not while typing, not inside a modal dialog, a menu or another table. */
export function useRowKeys({
  table,
  keys,
  activeKey,
  onActiveKeyChange,
  onOpen,
  enabled,
}: {
  table: RefObject<HTMLTableElement | null>;
  keys: readonly string[];
  activeKey: string | undefined;
  onActiveKeyChange: (key: string | undefined) => void;
  onOpen: ((key: string) => void) | undefined;
  enabled: boolean;
}): void {
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target))
        return;
      if (isElsewhere(event.target, table.current)) return;
      const by = directions[event.key];
      if (by !== undefined) {
        const next = stepKey(keys, activeKey, by);
        if (next === undefined) return;
        event.preventDefault();
        onActiveKeyChange(next);
        focusRow(table.current, next);
      } else if (event.key === "Enter" && activeKey !== undefined && !isControl(event.target)) {
        event.preventDefault();
        onOpen?.(activeKey);
      } else if (event.key === "Escape" && activeKey !== undefined) {
        onActiveKeyChange(undefined);
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [table, keys, activeKey, onActiveKeyChange, onOpen, enabled]);
}

const directions: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function focusRow(table: HTMLTableElement | null, key: string): void {
  const row = table?.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  if (!(row instanceof HTMLElement)) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function isElsewhere(target: EventTarget | null, table: HTMLTableElement | null): boolean {
  if (!(target instanceof Element)) return false;
  if (
    target.closest("[role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider]") !== null
  )
    return true;
  const dialog = target.closest("[role=dialog], [role=alertdialog]");
  if (dialog !== null && !dialog.hasAttribute("data-docked-sheet") && !dialog.contains(table)) return true;
  const other = target.closest("table");
  return other !== null && other !== table;
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("a, button, summary, [role=button], [role=checkbox]") !== null
  );
}
