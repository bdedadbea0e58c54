"use client";

import clsx from "clsx";
import { type ComponentProps, useId, useState } from "react";
import { visibleMarks } from "@/lib/format/visible-marks";
import { afterPress } from "./after-press.ts";
import { AnchoredLayer } from "./anchored-layer.tsx";
import { useFieldControl } from "./field.tsx";
import { typedClass } from "./input.tsx";
import { floatClass } from "./overlay-class.ts";
import { comboboxTexts } from "./ui-messages.ts";

const maxShown = 50;

/** A value with how it is called: both are searched, the value is entered. */
export interface NamedSuggestion {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

interface ComboboxProps {
  value: string;
  onValueChange: (value: string) => void;
  onCommit?: (value: string) => void;
  suggestions: readonly (string | NamedSuggestion)[];
  /** Name of the control where no `Field` gives one. */
  label?: string;
  placeholder?: string;
  mono?: boolean;
}

/**
 * Free text with suggestions; typed text is valid as it is. The list opens on a click, on typing and on an arrow key, not
 * on focus; only what is typed limits it. Enter chooses the marked suggestion, else the only one where that has a name
 * beside its value. `onValueChange` follows each key, `onCommit` is called on Enter, on a chosen suggestion and on leaving the box.
 */
export function Combobox({
  value,
  onValueChange,
  onCommit,
  suggestions,
  label,
  placeholder,
  mono = false,
}: ComboboxProps) {
  const [open, setOpen] = useState(false);
  /** Whether the text was typed since the list was opened. */
  const [typed, setTyped] = useState(false);
  const [marked, setMarked] = useState("");
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const listId = useId();
  const searchText = value.trim().toLowerCase();
  const shown = suggestions
    .map((each) => (typeof each === "string" ? { value: each, label: each } : each))
    .filter((each) => !typed || textOf(each).includes(searchText))
    .slice(0, maxShown);
  const values = shown.map((each) => each.value);
  const visible = open && shown.length > 0 && !(shown.length === 1 && values[0] === value);
  const isMarked = visible && values.includes(marked);
  const [only] = shown;
  // A part of a name is no value: it stands for the one that is called so.
  const isNamedByText =
    visible &&
    shown.length === 1 &&
    only !== undefined &&
    only.value !== only.label &&
    textOf(only).includes(searchText);
  const chosen = isMarked ? marked : isNamedByText ? only.value : undefined;

  const openAll = () => {
    if (visible) return;
    setTyped(false);
    setOpen(true);
  };

  const commit = (next: string) => {
    onValueChange(next);
    onCommit?.(next);
    setOpen(false);
    setMarked("");
  };

  return (
    <>
      <input
        {...useFieldControl()}
        ref={setInput}
        role="combobox"
        aria-autocomplete="list"
        aria-label={label}
        aria-expanded={visible}
        aria-controls={visible ? listId : undefined}
        aria-activedescendant={isMarked ? `${listId}-${values.indexOf(marked)}` : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onClick={openAll}
        onBlur={() => {
          // Until the focus has arrived it is nowhere, and the dialog around would take it when the list goes.
          setTimeout(() => setOpen(false));
          if (onCommit !== undefined) afterPress(() => onCommit(value));
        }}
        onChange={(event) => {
          onValueChange(event.target.value);
          setMarked("");
          setTyped(true);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            event.stopPropagation();
            if (!visible) return openAll();
            setMarked(step(values, marked, event.key === "ArrowDown" ? 1 : -1));
          } else if (event.key === "Enter") {
            event.stopPropagation();
            if (chosen !== undefined) event.preventDefault();
            commit(chosen ?? value);
          }
        }}
        className={clsx(typedClass, "h-8", mono && "font-mono text-label")}
      />
      {visible && input !== null ? (
        <Suggestions
          id={listId}
          aria-label={label ?? comboboxTexts.suggestions}
          anchor={input}
          onEscape={() => setOpen(false)}
          shown={shown}
          marked={marked}
          mono={mono}
          onChoose={commit}
        />
      ) : null}
    </>
  );
}

function Suggestions({
  shown,
  marked,
  mono,
  onChoose,
  ...layer
}: ComponentProps<typeof AnchoredLayer> & {
  shown: readonly NamedSuggestion[];
  marked: string;
  mono: boolean;
  onChoose: (value: string) => void;
}) {
  return (
    <AnchoredLayer
      {...layer}
      role="listbox"
      tabIndex={-1}
      // A press on the list must not take the focus from the box.
      onMouseDown={(event) => event.preventDefault()}
      className={`${floatClass} inset-auto my-1 max-h-60 w-[anchor-size(width)] animate-enter overflow-y-auto p-1 [position-area:bottom] [position-try-fallbacks:flip-block]`}
    >
      {shown.map(({ value, label, detail }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
        <div
          key={value}
          id={`${layer.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={value === marked}
          ref={value === marked ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
          onClick={() => onChoose(value)}
          className={clsx(
            "flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 hover:bg-hover aria-selected:bg-hover",
            mono && "font-mono text-label",
          )}
        >
          <span className="truncate">{visibleMarks(label)}</span>
          {detail === undefined ? null : (
            <span className="ml-auto shrink-0 font-sans text-label text-ink-3">{detail}</span>
          )}
        </div>
      ))}
    </AnchoredLayer>
  );
}

const textOf = ({ value, label, detail = "" }: NamedSuggestion): string =>
  `${value} ${label} ${detail}`.toLowerCase();

function step(items: readonly string[], from: string, by: 1 | -1): string {
  const next = items.indexOf(from) + by;
  return items.at(from === "" && by === -1 ? -1 : next % items.length) ?? "";
}
