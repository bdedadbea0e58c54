// The order of rows by a column, as the URL has it: its id, with a minus in descending order.

export interface ColumnSort<Id extends string> {
  readonly by: Id;
  readonly descending: boolean;
}

/** The column and direction of a sort; without one that is known, `standard` ascending. */
export function columnSortOf<Id extends string>(
  sort: string | undefined,
  ids: readonly Id[],
  standard: Id,
): ColumnSort<Id> {
  const id = sort?.replace(/^-/, "");
  const by = ids.find((each) => each === id);
  return by === undefined
    ? { by: standard, descending: false }
    : { by, descending: sort?.startsWith("-") === true };
}

/** The sort after the header of a column was pressed. */
export const pressedSort = ({ by, descending }: ColumnSort<string>, columnId: string): string =>
  by === columnId && !descending ? `-${columnId}` : columnId;

/** Undefined last, whatever the direction. */
export function compareNumbers(a: number | undefined, b: number | undefined, descending: boolean): number {
  if (a === undefined || b === undefined) return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  if (a === b) return 0;
  return a < b === descending ? 1 : -1;
}
