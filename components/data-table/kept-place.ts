/** Where the keys stand in a table: its open row, and the first of those that are selected. */
export interface TablePlace {
  readonly active: string | undefined;
  readonly selected: string | undefined;
}

/** The row that was let go of between two draws: the open one before those that were selected. */
export function letGoOf(before: TablePlace, now: TablePlace): string | undefined {
  if (before.active !== undefined && now.active === undefined) return before.active;
  return now.selected === undefined ? before.selected : undefined;
}
