"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { type SearchFilter, searchFilters } from "@/lib/bff/log-search-query";
import { filterHints, filterLabels, filterRowTexts } from "./search-messages.ts";
import type { FilterValue } from "./split-search.ts";

/** The filters of the search, and what else can be written in it. */
export function FilterRow({
  filters,
  onRemove,
  onBegin,
}: {
  filters: readonly FilterValue[];
  onRemove: (filter: FilterValue) => void;
  /** Begins to write a filter in the field. */
  onBegin: (name: SearchFilter) => void;
}) {
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {filters.map((filter) => (
        <FilterChip
          key={`${filter.name} ${filter.value}`}
          filter={filter}
          onRemove={() => onRemove(filter)}
        />
      ))}
      <p className="flex min-w-0 flex-wrap items-center gap-x-1 text-label whitespace-nowrap text-ink-3">
        <span className="pr-1">
          {filterRowTexts.words}
          <code className="font-mono">{filterRowTexts.aPhrase}</code>,{" "}
          <code className="font-mono">{filterRowTexts.without}</code>
          {filterRowTexts.or}
        </span>
        {searchFilters.map((name) => (
          <Button
            key={name}
            variant="ghost"
            size="sm"
            hint={filterHints[name]}
            aria-label={filterRowTexts.addFilter(name)}
            className="!px-1 !font-normal font-mono"
            onClick={() => onBegin(name)}
          >
            {name}:
          </Button>
        ))}
      </p>
    </div>
  );
}

function FilterChip({ filter: { name, value }, onRemove }: { filter: FilterValue; onRemove: () => void }) {
  const focusHandoffRef = useFocusHandoff();
  return (
    <span
      ref={focusHandoffRef}
      data-item=""
      className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border border-line bg-raised pl-2 text-label"
    >
      <span className="text-ink-3">{filterLabels[name]}</span>
      <span className="truncate font-mono">{value}</span>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={filterRowTexts.remove(name, value)}
        onClick={onRemove}
      >
        <X />
      </Button>
    </span>
  );
}
