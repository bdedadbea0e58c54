"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Input } from "./input.tsx";

const settleMs = 300;

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
  // Back and forward change what is in force; the box follows.
  if (inForce !== value) {
    setInForce(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    const next = text.trim();
    if (next === value) return;
    const timer = setTimeout(() => onCommit(next), settleMs);
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
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onCommit(text.trim());
          else if (event.key === "Escape" && text !== "") {
            event.stopPropagation();
            setText("");
          }
        }}
      />
    </span>
  );
}
