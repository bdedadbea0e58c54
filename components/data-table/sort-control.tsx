"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { TableSort } from "./column.ts";
import { cardsBarTexts } from "./data-table-messages.ts";

/** Chooses the column that cards are sorted by, and reverses their order. */
export const SortControl: TableSort["control"] = ({ options, sort: { by, descending, onSort } }) => {
  return (
    <>
      <span aria-hidden="true" className="shrink-0">
        {cardsBarTexts.sortBy}
      </span>
      <Select
        size="sm"
        label={cardsBarTexts.sortBy}
        value={by}
        // To choose the same one again would reverse the order.
        onValueChange={(id) => (id === by ? undefined : onSort(id))}
        options={options}
      />
      {by === undefined ? null : (
        <IconButton size="icon-sm" label={cardsBarTexts.reverse(descending)} onClick={() => onSort(by)}>
          {descending ? <ArrowDown /> : <ArrowUp />}
        </IconButton>
      )}
    </>
  );
};
