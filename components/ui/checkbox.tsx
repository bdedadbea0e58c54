"use client";

import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useFieldControl } from "./field.tsx";

interface CheckboxProps {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  tabIndex?: number | undefined;
}

/** A checkbox with its label; with `hideLabel` that is only its accessible name. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  hideLabel,
  disabled = false,
  tabIndex,
}: CheckboxProps & ({ label: ReactNode; hideLabel?: false } | { label: string; hideLabel: true })) {
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
          // In place of a hidden label, which would be read beside it.
          aria-label={hideLabel ? label : undefined}
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
      {hideLabel ? null : (
        <label htmlFor={id} className="select-none">
          {label}
        </label>
      )}
    </span>
  );
}
