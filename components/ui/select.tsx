"use client";

import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useFieldControl } from "./field.tsx";
import { controlClass } from "./input.tsx";
import { loadPart } from "./load-part.ts";
import type { SelectProps } from "./select-view.tsx";
import { selectTexts } from "./ui-messages.ts";

const loadView = loadPart(() =>
  import("./select-view.tsx").then((module) => ({ default: module.SelectView })),
);
const SelectView = lazy(loadView);
export const preloadSelect = loadView.ahead;
const prepare = () => void preloadSelect();
const opening = new Set(["ArrowDown", "ArrowUp", "Enter", " "]);

/** One of a closed list. Values must not be empty strings; use `placeholder` for "none chosen". Until it is first opened
 *  it is a button that looks and reads the same. */
export function Select<Value extends string>({
  onValueChange,
  placeholder = selectTexts.choose,
  disabled = false,
  size = "md",
  className,
  ...rest
}: SelectProps<Value>) {
  const { value, options, label } = rest;
  const [requested, setRequested] = useState(false);
  const control = useFieldControl();
  const chosen = options.find((each) => each.value === value);
  const choose = (next: string) => {
    const option = options.find((each) => each.value === next);
    if (option !== undefined) onValueChange(option.value);
  };
  const boxClass = clsx(
    controlClass,
    "inline-flex items-center justify-between gap-1.5 text-left data-[placeholder]:text-ink-3",
    size === "md" ? "h-8" : "h-6 text-label",
    className,
  );
  const waiting = (
    <button
      {...control}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="none"
      aria-label={label}
      disabled={disabled}
      data-placeholder={chosen === undefined ? "" : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setRequested(true)}
      onKeyDown={(event) => {
        if (!opening.has(event.key)) return;
        event.preventDefault();
        setRequested(true);
      }}
      className={boxClass}
    >
      <span className="truncate">{chosen === undefined ? placeholder : chosen.label}</span>
      <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
    </button>
  );
  if (!requested) return waiting;
  return (
    <Suspense fallback={waiting}>
      <SelectView
        {...rest}
        placeholder={placeholder}
        disabled={disabled}
        className={boxClass}
        onValueChange={choose}
      />
    </Suspense>
  );
}
