"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { useFieldControl } from "./field.tsx";

/** A tick box with its label; `hideLabel` keeps the label for assistive technology only. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  hideLabel = false,
  disabled = false,
  tabIndex,
}: {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hideLabel?: boolean;
  disabled?: boolean;
  tabIndex?: number | undefined;
}) {
  const own = useId();
  const control = useFieldControl();
  const id = control.id ?? own;
  return (
    <span className="inline-flex items-center gap-2">
      <Radix.Root
        {...control}
        id={id}
        checked={checked}
        disabled={disabled}
        {...(tabIndex === undefined ? {} : { tabIndex })}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-control bg-raised text-ink-on disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Radix.Indicator>
          {checked === "indeterminate" ? (
            <Minus className="size-3" />
          ) : (
            <Check className="size-3" strokeWidth={3} />
          )}
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "select-none"}>
        {label}
      </label>
    </span>
  );
}
