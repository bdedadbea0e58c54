import type { BadRow } from "./column.ts";

/** Items of a list that could not be read, as rows in their place. */
export function badRowsOf(bad: readonly { index: number; fault: string }[] | undefined): readonly BadRow[] {
  return (bad ?? []).map(({ index, fault }) => ({
    key: `bad-${index}`,
    position: index,
    problem: fault,
  }));
}
