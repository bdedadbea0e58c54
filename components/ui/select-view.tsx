"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { useFieldControl } from "./field.tsx";
import { floatClass } from "./float-class.ts";
import { useNonce } from "./nonce.tsx";
import { selectClass } from "./select-class.ts";
import type { SelectViewProps } from "./select-props.ts";

/** The list with its trigger, open from the beginning: it is there because somebody asked for it. */
export function SelectView({
  value,
  onValueChange,
  options,
  label,
  placeholder,
  disabled,
  size,
  className,
}: SelectViewProps) {
  const nonce = useNonce();
  return (
    <Radix.Root defaultOpen value={value ?? ""} onValueChange={onValueChange} disabled={disabled}>
      <Radix.Trigger
        {...useFieldControl()}
        {...(label === undefined ? {} : { "aria-label": label })}
        className={selectClass(size, className)}
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
