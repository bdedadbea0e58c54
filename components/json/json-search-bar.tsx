"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { handlesOwnEscape } from "@/components/ui/escape-handling";
import { Input } from "@/components/ui/input";
import { formatCount, formatOutOf } from "@/lib/format/numbers";
import { jsonSearchBarTexts } from "./json-messages.ts";

/** The search of a tree: text, number of matching rows, and buttons to step through them. */
export function JsonSearchBar({
  label,
  wanted,
  count,
  position,
  onChange,
  onStep,
  onClose,
}: {
  label: string;
  wanted: string;
  /** Undefined while searching. */
  count: number | undefined;
  /** Number of the current match, from 1; undefined for none. */
  position: number | undefined;
  onChange: (wanted: string) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const none = count === 0 || count === undefined ? jsonSearchBarTexts.noMatches : undefined;
  return (
    <search className="flex items-center gap-1 border-b border-line px-1 py-1">
      <Input
        {...handlesOwnEscape}
        autoFocus
        type="search"
        aria-label={jsonSearchBarTexts.search(label.toLowerCase())}
        placeholder={jsonSearchBarTexts.textInNamesAndValues}
        className="flex-1"
        maxLength={255}
        value={wanted}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            onStep(event.shiftKey ? -1 : 1);
          } else if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            onClose();
          }
        }}
      />
      <span role="status" className="min-w-16 text-right text-caption whitespace-nowrap text-ink-2">
        {countText(wanted, count, position)}
      </span>
      <IconButton label={jsonSearchBarTexts.previousMatch} disabledReason={none} onClick={() => onStep(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={jsonSearchBarTexts.nextMatch} disabledReason={none} onClick={() => onStep(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={jsonSearchBarTexts.closeSearch} onClick={onClose}>
        <X />
      </IconButton>
    </search>
  );
}

function countText(wanted: string, count: number | undefined, position: number | undefined): string {
  if (wanted === "") return "";
  if (count === undefined) return jsonSearchBarTexts.searching;
  if (count === 0) return jsonSearchBarTexts.noMatch;
  return position === undefined ? jsonSearchBarTexts.found(formatCount(count)) : formatOutOf(position, count);
}
