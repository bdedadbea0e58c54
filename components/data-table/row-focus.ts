/** The row that has the focus, or holds what has it. */
export function focusedKey(target: EventTarget | null, table: HTMLTableElement | null): string | undefined {
  if (!(target instanceof Element) || table === null || !table.contains(target)) return undefined;
  const row = target.closest("tr[data-key]");
  return row instanceof HTMLElement ? row.dataset.key : undefined;
}

/** Gives a row the focus where the page stands; false when it is not there. */
export function focusRowInPlace(table: HTMLTableElement | null, key: string): boolean {
  const row = rowOf(table, key);
  row?.focus({ preventScroll: true });
  return row !== undefined;
}

/** Gives a row the focus and brings it into view. */
export function focusRow(table: HTMLTableElement | null, key: string): void {
  if (focusRowInPlace(table, key)) rowOf(table, key)?.scrollIntoView({ block: "nearest" });
}

function rowOf(table: HTMLTableElement | null, key: string): HTMLElement | undefined {
  const row = table?.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  return row instanceof HTMLElement ? row : undefined;
}
