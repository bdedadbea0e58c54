"use client";

import { type FormEvent, type RefObject, useId, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { maxSearchChars, readSearchQuery, type SearchQueryFault } from "@/lib/bff/log-search-query";
import { searchFieldTexts } from "./search-messages.ts";

const faultOf = (text: string): SearchQueryFault | undefined => {
  const read = readSearchQuery(text);
  return "message" in read ? read : undefined;
};

/**
 * The field with the words of a search. Enter submits; a search that cannot be read is not submitted: its first wrong
 * character is marked.
 */
export function SearchField({
  ref,
  text,
  onTextChange,
  activeText,
  onSubmit,
}: {
  ref: RefObject<HTMLInputElement | null>;
  text: string;
  onTextChange: (text: string) => void;
  /** The text of the search in the address. */
  activeText: string;
  onSubmit: () => void;
}) {
  const id = useId();
  const [refused, setRefused] = useState<string>();
  // A link may have a search that cannot be read, too.
  const fault = text === refused || text === activeText ? faultOf(text) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOf(text);
    if (found === undefined) return onSubmit();
    setRefused(text);
    ref.current?.setSelectionRange(found.at, found.at + 1);
  };
  return (
    <search className="min-w-0 flex-1">
      <form onSubmit={submit} className="grid gap-1.5">
        <span className="relative flex">
          <input
            ref={ref}
            type="text"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-label={searchFieldTexts.searchEverything}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={fault === undefined ? undefined : id}
            placeholder={searchFieldTexts.wordsOrALogMessage}
            maxLength={2 * maxSearchChars}
            value={text}
            onChange={(event) => onTextChange(event.target.value)}
            className="peer h-10 w-full min-w-0 rounded-md border border-line-control bg-raised pr-10 pl-3 text-lead text-ink aria-invalid:border-bad focus-visible:outline-offset-0 pointer-coarse:text-[16px]"
          />
          <span className="pointer-events-none absolute top-[11px] right-3 peer-focus:hidden max-sm:hidden">
            <Kbd>/</Kbd>
          </span>
        </span>
        {fault === undefined ? null : (
          <p id={id} role="alert" className="flex flex-wrap gap-x-3 text-label text-bad">
            <span>{fault.message}</span>
            <MarkedCharacter text={text} at={fault.at} />
          </p>
        )}
      </form>
    </search>
  );
}

const aroundChars = 24;

/** The text around a character, which is marked. */
function MarkedCharacter({ text, at }: { text: string; at: number }) {
  const from = Math.max(0, at - aroundChars);
  return (
    <code className="min-w-0 font-mono wrap-anywhere whitespace-pre-wrap text-ink-2">
      {from > 0 ? "…" : ""}
      {text.slice(from, at)}
      <mark className="rounded-[2px] bg-bad-bg font-semibold text-bad underline">
        {text.slice(at, at + 1) || "␣"}
      </mark>
      {text.slice(at + 1, at + aroundChars)}
    </code>
  );
}
