"use client";

import { CaseSensitive, ChevronDown, ChevronUp, ListFilter, Regex, SquareSlash, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { formatCount, formatOutOf } from "@/lib/format/numbers";
import { findBarTexts } from "./log-pane-on-demand-messages.ts";
import type { PaneFind } from "./use-pane-find.ts";

export function FindBar({
  find,
  onStep,
  onClose,
}: {
  find: PaneFind;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const { query, setQuery: onQuery, only, fault, search, position } = find;
  const searching = search !== undefined && !search.done;
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-1 border-b border-line bg-sunk px-2 py-1">
      <Input
        ref={find.input}
        mono
        aria-label={findBarTexts.findInThisLog}
        placeholder={findBarTexts.find}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={fault !== undefined || undefined}
        className="h-6! min-w-32 flex-1"
        value={query.text}
        onChange={(event) => onQuery({ ...query, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <span
        role="status"
        // Read out once the search is through.
        aria-busy={searching}
        className={fault === undefined ? "px-1 text-label text-ink-3" : "px-1 text-label text-bad"}
      >
        {fault === undefined
          ? countText(search?.matchCount, position, searching)
          : findBarTexts.notARegularExpression}
      </span>
      <span className="flex items-center">
        <Toggle
          label={findBarTexts.matchCase}
          on={query.matchCase}
          onToggle={() => onQuery({ ...query, matchCase: !query.matchCase })}
        >
          <CaseSensitive />
        </Toggle>
        <Toggle
          label={findBarTexts.regularExpression}
          on={query.regex}
          onToggle={() => onQuery({ ...query, regex: !query.regex })}
        >
          <Regex />
        </Toggle>
        <Toggle
          label={findBarTexts.linesWithoutAMatch}
          on={query.inverse}
          onToggle={() => onQuery({ ...query, inverse: !query.inverse })}
        >
          <SquareSlash />
        </Toggle>
        <Toggle label={findBarTexts.showOnlyTheseLines} on={only} onToggle={() => find.setOnly(!only)}>
          <ListFilter />
        </Toggle>
        <IconButton label={findBarTexts.previousMatch} size="icon-sm" onClick={() => onStep(-1)}>
          <ChevronUp />
        </IconButton>
        <IconButton label={findBarTexts.nextMatch} size="icon-sm" onClick={() => onStep(1)}>
          <ChevronDown />
        </IconButton>
        <IconButton label={findBarTexts.closeFind} size="icon-sm" onClick={onClose}>
          <X />
        </IconButton>
      </span>
    </search>
  );
}

function Toggle({
  label,
  on,
  onToggle,
  children,
}: {
  label: string;
  on: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      size="icon-sm"
      aria-pressed={on}
      className={on ? "bg-selected text-ink" : ""}
      onClick={onToggle}
    >
      {children}
    </IconButton>
  );
}

function countText(count: number | undefined, position: number | undefined, searching: boolean): string {
  if (count === undefined || (count === 0 && searching)) return "";
  const soFar = searching ? findBarTexts.soFar : "";
  if (position !== undefined) return `${formatOutOf(position, count)}${soFar}`;
  return count === 0 ? findBarTexts.noMatch : `${findBarTexts.matches(formatCount(count))}${soFar}`;
}
