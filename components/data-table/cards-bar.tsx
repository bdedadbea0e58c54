"use client";

import clsx from "clsx";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/numbers";
import type { Column, TableSort } from "./column.ts";
import { cardsBarTexts } from "./data-table-messages.ts";
import { PageBox } from "./table-header.tsx";
import type { SelectionActions } from "./use-selection.ts";

/** What the header offers, above cards, which have none; it also announces the number of selected rows at every width. */
export function CardsBar<Row>({
  columns,
  sort,
  selection,
  offered,
  selecting,
  onSelecting,
}: {
  columns: readonly Column<Row>[];
  sort: TableSort | undefined;
  selection: SelectionActions | undefined;
  /** Whether there are cards, or will be. */
  offered: boolean;
  /** Whether cards have boxes. */
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}) {
  if (sort === undefined && selection === undefined) return null;
  return (
    <>
      {selection === undefined ? null : (
        <p role="status" className="sr-only">
          {selection.selected.size === 0 ? "" : cardsBarTexts.selected(formatCount(selection.selected.size))}
        </p>
      )}
      <div
        className={clsx(
          "h-8 items-center gap-2 border-b border-line px-1 text-label text-ink-3 sm:hidden",
          offered ? "flex" : "hidden",
        )}
      >
        {sort === undefined || selecting ? null : (
          <sort.control sort={sort} options={sortOptionsOf(columns)} />
        )}
        {selecting ? null : <span className="flex-1" />}
        {selection === undefined ? null : (
          <Button size="sm" variant="ghost" aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
            {selecting ? cardsBarTexts.hideBoxes : cardsBarTexts.select}
          </Button>
        )}
        {selection !== undefined && selecting ? (
          <>
            <span className="flex-1" />
            <span aria-hidden="true">{cardsBarTexts.allOnThisPage}</span>
            <span className="pr-2">
              <PageBox selection={selection} />
            </span>
          </>
        ) : null}
      </div>
    </>
  );
}

const sortOptionsOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.filter(({ sortable }) => sortable === true).map(({ id, header }) => ({ value: id, label: header }));
