"use client";

import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useFieldControl } from "./field.tsx";

/** A checkbox with its label; `hideLabel` leaves the label to assistive technology only. */
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
      <span className="relative flex size-4 shrink-0">
        <input
          {...control}
          ref={(box) => {
            // The indeterminate state has no HTML attribute.
            if (box !== null) box.indeterminate = checked === "indeterminate";
          }}
          id={id}
          type="checkbox"
          checked={checked === true}
          disabled={disabled}
          tabIndex={tabIndex}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="size-4 appearance-none rounded-sm border border-line-control bg-raised checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 flex items-center justify-center text-ink-on"
        >
          {checked === "indeterminate" ? <Minus className="size-3" /> : null}
          {checked === true ? <Check className="size-3" strokeWidth={3} /> : null}
        </span>
      </span>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "select-none"}>
        {label}
      </label>
    </span>
  );
}
