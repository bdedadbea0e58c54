/** The row that has the focus, or holds what has it. */
export function focusedKey(target: EventTarget | null, table: HTMLTableElement | null): string | undefined {
  if (!(target instanceof Element) || table === null || !table.contains(target)) return undefined;
  const row = target.closest("tr[data-key]");
  return row instanceof HTMLElement ? row.dataset.key : undefined;
}

/** Whether the row is there and has taken the focus. */
export function focusRow(table: HTMLTableElement | null, key: string): boolean {
  const row = table?.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  if (!(row instanceof HTMLElement)) return false;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
  return true;
}
