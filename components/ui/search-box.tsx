"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { paces } from "@/lib/paces";
import { Input } from "./input.tsx";
import { ownEscape } from "./own-escape.ts";

/** What is on its way once `next` was committed, too. */
const sent = (way: readonly string[], inForce: string, next: string): readonly string[] =>
  next === (way.at(-1) ?? inForce) ? way : [...way, next];

/** A box that narrows what is below it. `onCommit` hears the trimmed text shortly after the last key, on Enter at once. */
export function SearchBox({
  label,
  placeholder,
  value,
  onCommit,
  className = "w-56 max-sm:w-full",
}: {
  label: string;
  placeholder?: string;
  /** The text in force, as the address has it. */
  value: string;
  onCommit: (text: string) => void;
  className?: string;
}) {
  const [text, setText] = useState(value);
  const [inForce, setInForce] = useState(value);
  /** Committed here, and not in force yet. */
  const [onItsWay, setOnItsWay] = useState<readonly string[]>([]);
  // Back and forward change what is in force; the box follows. What it committed itself may have been typed on since.
  if (inForce !== value) {
    const own = onItsWay.indexOf(value);
    setInForce(value);
    setOnItsWay(own === -1 ? [] : onItsWay.slice(own + 1));
    if (own === -1 && text.trim() !== value) setText(value);
  }
  useEffect(() => {
    const next = text.trim();
    if (next === value) return;
    const timer = setTimeout(() => {
      setOnItsWay((way) => sent(way, value, next));
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
        className="pl-8"
        maxLength={255}
        value={text}
        {...(text === "" ? {} : ownEscape)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            setOnItsWay((way) => sent(way, value, text.trim()));
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
