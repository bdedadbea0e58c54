"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { OperationId } from "@/lib/contract/operations/operations";
import { usePaletteAct } from "./palette-actions.tsx";
import { useActReason } from "./use-act-reason.ts";

/**
 * The act of a list that creates a row: the buttons that open its form, its entry in the palette, and the form, which the
 * page draws apart from the buttons, as the one of an empty list goes with the first row.
 */
export function useCreateAct({
  operation,
  id,
  label,
  what,
  form,
}: {
  operation: OperationId;
  /** The id of the palette's entry. */
  id: string;
  label: string;
  /** What an operator who may not do it cannot do. */
  what: string;
  form: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const blocked = useActReason(operation, what);
  const begin = () => setOpen(true);
  usePaletteAct(id, label, begin, blocked);
  const button = (variant: "primary" | "secondary") => (
    <Button variant={variant} disabledReason={blocked} onClick={begin}>
      {label}
    </Button>
  );
  return {
    primary: button("primary"),
    secondary: button("secondary"),
    form: open ? form(() => setOpen(false)) : null,
  };
}
