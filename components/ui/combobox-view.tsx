"use client";

import clsx from "clsx";
import { Command } from "cmdk";
import { Popover as Radix } from "radix-ui";
import { useLayoutEffect, useRef, useState } from "react";
import { useFieldControl } from "./field.tsx";
import { floatClass } from "./float-class.ts";
import { typedClass } from "./input.tsx";

const maxShown = 50;
const unmarked = { "cmdk-input": undefined } as const;

export interface ComboboxProps {
  value: string;
  onValueChange: (value: string) => void;
  onCommit?: (value: string) => void;
  suggestions: readonly string[];
  /** Name of the control where no `Field` gives one. */
  label?: string;
  placeholder?: string;
  mono?: boolean;
}

/** The box with its list; `range` is what is marked in it at first. It takes the place of the plain one while that has
 *  the focus, and takes the focus over. */
export function ComboboxView({
  value,
  onValueChange,
  onCommit,
  suggestions,
  label,
  placeholder,
  mono = false,
  range: [from, to],
}: ComboboxProps & { range: readonly [number, number] }) {
  const [open, setOpen] = useState(true);
  const [marked, setMarked] = useState("");
  const control = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // The plain box took the focus with it; who has moved on meanwhile keeps it where it is.
    if (document.activeElement !== document.body) return setOpen(false);
    input.current?.focus();
    input.current?.setSelectionRange(from, to);
  }, [from, to]);
  const sought = value.trim().toLowerCase();
  const shown = suggestions.filter((each) => each.toLowerCase().includes(sought)).slice(0, maxShown);
  const visible = open && shown.length > 0 && !(shown.length === 1 && shown[0] === value);

  const commit = (next: string) => {
    onValueChange(next);
    onCommit?.(next);
    setOpen(false);
    setMarked("");
  };

  return (
    <Command shouldFilter={false} value={marked} onValueChange={() => {}} label={label ?? "Suggestions"}>
      <Radix.Root open={visible} onOpenChange={setOpen}>
        <Radix.Anchor asChild>
          <Command.Input
            asChild
            value={value}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => {
              setOpen(false);
              onCommit?.(value);
            }}
            onValueChange={(next) => {
              onValueChange(next);
              setMarked("");
              setOpen(true);
            }}
            onKeyDown={(event) => {
              if (event.key === "ArrowDown" || event.key === "ArrowUp") {
                event.preventDefault();
                event.stopPropagation();
                if (!visible) return setOpen(true);
                setMarked(step(shown, marked, event.key === "ArrowDown" ? 1 : -1));
              } else if (event.key === "Enter") {
                event.stopPropagation();
                if (marked !== "") event.preventDefault();
                commit(marked === "" ? value : marked);
              } else if (event.key === "Escape" && visible) {
                event.preventDefault();
                event.stopPropagation();
                setOpen(false);
              }
            }}
          >
            {/* The child's attributes win: its own id and name, and the truth about whether a list is open. The mark
                goes because the library would move the focus to the list when it does not find its own id. */}
            <input
              {...control}
              id={control.id}
              {...unmarked}
              role="combobox"
              aria-label={label}
              aria-labelledby={undefined}
              aria-expanded={visible}
              {...(visible ? {} : { "aria-controls": undefined })}
              ref={input}
              placeholder={placeholder}
              className={clsx(typedClass, "h-8", mono && "font-mono text-label")}
            />
          </Command.Input>
        </Radix.Anchor>
        <Radix.Content
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === input.current) event.preventDefault();
          }}
          className={`${floatClass} w-(--radix-popover-trigger-width) p-1`}
        >
          <Command.List className="max-h-60 overflow-y-auto">
            {shown.map((each) => (
              <Command.Item
                key={each}
                value={each}
                onSelect={() => commit(each)}
                // The box must not lose focus before the choice is taken.
                onPointerDown={(event) => event.preventDefault()}
                className={clsx(
                  "flex min-h-7 cursor-default items-center truncate rounded-sm px-2 hover:bg-hover data-[selected=true]:bg-hover",
                  mono && "font-mono text-label",
                )}
              >
                {each}
              </Command.Item>
            ))}
          </Command.List>
        </Radix.Content>
      </Radix.Root>
    </Command>
  );
}

function step(items: readonly string[], from: string, by: 1 | -1): string {
  const next = items.indexOf(from) + by;
  return items.at(from === "" && by === -1 ? -1 : next % items.length) ?? "";
}
