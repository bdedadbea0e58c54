"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { paces } from "@/lib/paces";
import { handlesOwnEscape } from "./escape-handling.ts";
import { Input } from "./input.tsx";

/** Commits in flight after `next` was committed. */
const inFlightAfter = (inFlight: readonly string[], activeValue: string, next: string): readonly string[] =>
  next === (inFlight.at(-1) ?? activeValue) ? inFlight : [...inFlight, next];

/**
 * A search input. `onCommit` is called with the trimmed text shortly after the last key, on Enter at once.
 */
export function SearchBox({
  label,
  placeholder,
  value,
  onCommit,
  className = "w-56 max-sm:w-40",
}: {
  label: string;
  placeholder?: string;
  /** The active text, from the URL. */
  value: string;
  onCommit: (text: string) => void;
  className?: string;
}) {
  const [text, setText] = useState(value);
  const [activeValue, setActiveValue] = useState(value);
  /** Committed values that are not active yet. */
  const [inFlight, setInFlight] = useState<readonly string[]>([]);
  // Back and forward change the active value, which replaces the text. The box's own commits do not: typing
  // may have continued.
  if (activeValue !== value) {
    const own = inFlight.indexOf(value);
    setActiveValue(value);
    setInFlight(own === -1 ? [] : inFlight.slice(own + 1));
    if (own === -1 && text.trim() !== value) setText(value);
  }
  useEffect(() => {
    const next = text.trim();
    if (next === value) return;
    const timer = setTimeout(() => {
      setInFlight((way) => inFlightAfter(way, value, next));
      onCommit(next);
    }, paces.rest.searchMs);
    return () => clearTimeout(timer);
  }, [text, value, onCommit]);

  return (
    <span className={`relative inline-flex ${className}`}>
      <Search aria-hidden="true" className="absolute top-2 left-2 size-4 text-ink-3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="pl-8 text-ellipsis"
        maxLength={255}
        value={text}
        {...(text === "" ? {} : handlesOwnEscape)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            setInFlight((way) => inFlightAfter(way, value, text.trim()));
            onCommit(text.trim());
          } else if (event.key === "Escape" && text !== "") {
            event.stopPropagation();
            setText("");
          }
        }}
      />
    </span>
  );
}
