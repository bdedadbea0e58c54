"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useFieldControl } from "./field.tsx";
import { useNonce } from "./nonce.tsx";
import { floatClass } from "./overlay-class.ts";

interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

export interface SelectProps<Value extends string> {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Name of the control where no `Field` gives one. */
  label?: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  size?: "md" | "sm";
  className?: string | undefined;
}

/** The list with its trigger, initially open: its code is loaded because someone opened it.
 *  `className` is all of the trigger's. */
export function SelectView({
  value,
  onValueChange,
  options,
  label,
  placeholder,
  disabled,
  className,
}: Omit<SelectProps<string>, "size"> & Required<Pick<SelectProps<string>, "placeholder" | "disabled">>) {
  const nonce = useNonce();
  return (
    <Radix.Root defaultOpen value={value ?? ""} onValueChange={onValueChange} disabled={disabled}>
      <Radix.Trigger
        {...useFieldControl()}
        {...(label === undefined ? {} : { "aria-label": label })}
        className={className}
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
