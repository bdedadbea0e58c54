"use client";

import clsx from "clsx";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useFieldControl } from "./field.tsx";
import { controlClass } from "./input.tsx";
import { useNonce } from "./nonce.tsx";
import { floatClass } from "./popover.tsx";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

/** One of a closed list. Values must not be empty strings; use `placeholder` for "none chosen". */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  label,
  placeholder = "Choose…",
  disabled = false,
  size = "md",
  className,
}: {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Name of the control where no `Field` gives one. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  size?: "md" | "sm";
  className?: string;
}) {
  const nonce = useNonce();
  const choose = (next: string) => {
    const option = options.find((each) => each.value === next);
    if (option !== undefined) onValueChange(option.value);
  };
  return (
    <Radix.Root value={value ?? ""} onValueChange={choose} disabled={disabled}>
      <Radix.Trigger
        {...useFieldControl()}
        {...(label === undefined ? {} : { "aria-label": label })}
        className={clsx(
          controlClass,
          "inline-flex items-center justify-between gap-1.5 text-left data-[placeholder]:text-ink-3",
          size === "md" ? "h-8" : "h-6 text-label",
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={`${floatClass} max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden`}
        >
          <Radix.Viewport {...(nonce === undefined ? {} : { nonce })} className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-7 cursor-default items-center gap-2 rounded-sm py-1 pr-2 pl-7 outline-none select-none relative data-[highlighted]:bg-hover"
              >
                <Radix.ItemIndicator className="absolute left-2">
                  <Check className="size-3.5" />
                </Radix.ItemIndicator>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
