"use client";

import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { useFieldControl } from "./field.tsx";
import { switchTexts } from "./ui-messages.ts";

/** A switch with its state beside the label: "Time lock on". A screen reader says the state itself. */
export function Switch({
  checked,
  onCheckedChange,
  label,
  disabled = false,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  disabled?: boolean;
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
        onCheckedChange={onCheckedChange}
        className="h-4 w-7 shrink-0 rounded-full border border-line-control bg-sunk disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="block size-3 translate-x-px rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-[13px] data-[state=checked]:bg-ink-on" />
      </Radix.Root>
      <label htmlFor={id} className="select-none">
        {label}{" "}
        <span aria-hidden="true" className="text-ink-3">
          {switchTexts.state(checked)}
        </span>
      </label>
    </span>
  );
}
