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
  const box = (
    <span className="relative flex size-4 shrink-0">
      <input
        {...control}
        ref={(input) => {
          // The indeterminate state has no HTML attribute.
          if (input !== null) input.indeterminate = checked === "indeterminate";
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
      {checked === "indeterminate" ? <Minus className={markClass} /> : null}
      {checked === true ? <Check className={markClass} strokeWidth={3} /> : null}
    </span>
  );
  // Alone it is a block: a table has one in each row.
  if (hideLabel) return box;
  return (
    <span className="inline-flex items-center gap-2">
      {box}
      <label htmlFor={id} className="select-none">
        {label}
      </label>
    </span>
  );
}

const markClass = "pointer-events-none absolute top-0.5 left-0.5 size-3 text-ink-on";
