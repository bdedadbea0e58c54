"use client";

import { ListFilter } from "lucide-react";
import { lazy, useState } from "react";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { Popover } from "@/components/ui/popover";
import { browserFilterButtonTexts } from "./browser-list-messages.ts";
import type { BrowserRow, FacetFilter } from "./browser-rows.ts";

// Without a boundary of its own: the popover opens once both are there, and moves the focus into the form.
const BrowserFilterForm = lazy(
  loadPart(() =>
    import("./browser-filter-form.tsx").then((module) => ({ default: module.BrowserFilterForm })),
  ),
);

/** Adds a filter by what browsers belong to and use. */
export function BrowserFilterButton({
  rows,
  onAdd,
}: {
  /** Their values are suggested. */
  rows: readonly BrowserRow[];
  onAdd: (filter: FacetFilter) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={browserFilterButtonTexts.addFilter}
      open={open}
      onOpenChange={setOpen}
      className="w-80 p-3"
      trigger={
        <Button>
          <ListFilter />
          <span className="max-sm:sr-only">{browserFilterButtonTexts.filter}</span>
        </Button>
      }
    >
      {open ? (
        <BrowserFilterForm
          rows={rows}
          onAdd={(filter) => {
            onAdd(filter);
            setOpen(false);
          }}
        />
      ) : null}
    </Popover>
  );
}
