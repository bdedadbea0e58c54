"use client";

import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
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
        {sort === undefined || selecting ? null : <SortControl columns={columns} sort={sort} />}
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

function SortControl<Row>({ columns, sort }: { columns: readonly Column<Row>[]; sort: TableSort }) {
  const { by, descending, onSort } = sort;
  return (
    <>
      <span aria-hidden="true">{cardsBarTexts.sortBy}</span>
      <Select
        size="sm"
        label={cardsBarTexts.sortBy}
        value={by}
        // Of the chosen one it would reverse the order.
        onValueChange={(id) => (id === by ? undefined : onSort(id))}
        options={columns
          .filter(({ sortable }) => sortable === true)
          .map(({ id, header }) => ({ value: id, label: header }))}
      />
      {by === undefined ? null : (
        <IconButton size="icon-sm" label={cardsBarTexts.reverse(descending)} onClick={() => onSort(by)}>
          {descending ? <ArrowDown /> : <ArrowUp />}
        </IconButton>
      )}
    </>
  );
}
