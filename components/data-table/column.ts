import type { ReactNode } from "react";

/** One column, declared once at module scope. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** What the header says about itself under the pointer. */
  readonly hint?: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "left" | "right";
  /** CSS width, e.g. `8rem`. Give one to all columns but the one or two that take the rest. */
  readonly width?: string;
  /** Left out of the cards that rows become on a phone. */
  readonly hideOnPhone?: boolean;
  /** Left out where a table, not a list of cards, has less than 56rem, e.g. beside an open sheet. */
  readonly hideWhenNarrow?: boolean;
  /** Ids, times, figures: set in the mono face. */
  readonly mono?: boolean;
  /** The value a click on the cell filters by; undefined for cells that cannot. */
  readonly filterValue?: (row: Row) => string | undefined;
}

/** An item of the list that could not be read. It takes its place in the list and says what is wrong with it. */
export interface BadRow {
  readonly key: string;
  /** Place among the rows, counted from 0. */
  readonly position: number;
  readonly problem: string;
}

/** Asked for by a click on a value in a cell. */
export interface CellFilter {
  readonly columnId: string;
  readonly value: string;
  readonly exclude: boolean;
}
