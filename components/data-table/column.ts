import type { ComponentType, ReactNode } from "react";

/**
 * Where a value stands on the card of two lines that replaces a row on a phone: `state`, `name` and `end` (its age) on the
 * first, `figure` and `note` on the second, `acts` at the end of both.
 */
export type CardPlace = "state" | "name" | "end" | "figure" | "note" | "acts";

/** One column, declared once at module scope. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Whether only screen readers have the header: of acts that are seen in one row at a time. */
  readonly hidesHeader?: true;
  /** Tooltip of the header. */
  readonly hint?: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "left" | "right";
  /** CSS width, e.g. `8rem`. Leave it out for the one or two columns that share the remaining width. */
  readonly width?: string;
  /** Absent: left out of the cards. A second `note` adds a line. */
  readonly card?: CardPlace;
  /** Whether the card of a row shows it; by default where there is a value. */
  readonly isOnCard?: (row: Row) => boolean;
  /** Whether the card names the column, for values that do not say what they are. */
  readonly cardLabel?: true;
  /** Whether the card shows all of its text, on several lines where needed: a sentence, whose end matters. */
  readonly cardWraps?: true;
  /** Left out of a table (not of cards) in which not all columns fit, as beside an open sheet. */
  readonly hideWhenNarrow?: boolean;
  /** Ids, times, figures: set in the monospace font. */
  readonly mono?: boolean;
  /** Whether the rows can be sorted by it. */
  readonly sortable?: boolean;
  /** The value a click on the cell filters by; undefined for cells that offer no filter. */
  readonly filterValue?: (row: Row) => string | undefined;
}

/** The order of the rows; the owner sorts them. */
export interface TableSort {
  /** Id of the column; undefined: the list's own order. */
  readonly by: string | undefined;
  readonly descending: boolean;
  /** Called with the id of the column whose header was pressed. */
  readonly onSort: (columnId: string) => void;
  /** Sorts cards, which have no headings: given by the page, as most tables have one order and load no code for it. */
  readonly control: ComponentType<{
    sort: Omit<TableSort, "control">;
    /** The columns that can be sorted by: id and header. */
    options: readonly { value: string; label: string }[];
  }>;
}

/** The filter requested by a click on a value in a cell. */
export interface CellFilter {
  readonly columnId: string;
  readonly value: string;
  readonly exclude: boolean;
}
