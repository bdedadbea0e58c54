"use client";

import { CaseSensitive, ChevronDown, ChevronUp, CircleSlash2, ListFilter, Regex, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/button";
import { typedClass } from "@/components/ui/input";
import { emptyQuery } from "@/lib/live/log-query";
import type { Find } from "./use-find.ts";

/** Search within a pane. n and N (or Enter and Shift+Enter here) walk the matches. */
export function FindBar({
  find,
  onStep,
  onClose,
}: {
  find: Find;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const query = find.query ?? emptyQuery;
  const toggle = (key: "regex" | "matchCase" | "inverse") => () =>
    find.change({ ...query, [key]: !query[key] });
  const told =
    query.text === "" ? "" : `${find.position === undefined ? 0 : find.position + 1}/${find.count}`;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <input
        ref={input}
        aria-label="Find in this log"
        placeholder="Find"
        className={`${typedClass} h-7 max-w-72 min-w-32 flex-1`}
        value={query.text}
        onChange={(event) => find.change({ ...query, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") onClose();
        }}
      />
      <span
        role="status"
        className={`min-w-12 px-1 text-label ${find.fault === undefined ? "text-ink-3" : "text-bad"}`}
      >
        {find.fault ?? told}
      </span>
      <IconButton
        label="Regular expression"
        size="icon-sm"
        aria-pressed={query.regex}
        onClick={toggle("regex")}
      >
        <Regex />
      </IconButton>
      <IconButton
        label="Match case"
        size="icon-sm"
        aria-pressed={query.matchCase}
        onClick={toggle("matchCase")}
      >
        <CaseSensitive />
      </IconButton>
      <IconButton
        label="Lines without it"
        size="icon-sm"
        aria-pressed={query.inverse}
        onClick={toggle("inverse")}
      >
        <CircleSlash2 />
      </IconButton>
      <IconButton
        label="Only matching lines"
        size="icon-sm"
        aria-pressed={find.only}
        onClick={() => find.setOnly(!find.only)}
      >
        <ListFilter />
      </IconButton>
      <IconButton label="Previous match (N)" size="icon-sm" onClick={() => onStep(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label="Next match (n)" size="icon-sm" onClick={() => onStep(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label="Close find" size="icon-sm" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}
