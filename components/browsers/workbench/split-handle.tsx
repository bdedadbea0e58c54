"use client";

import clsx from "clsx";
import { Separator } from "react-resizable-panels";

/** The separator between two resizable panels. Arrow keys move it, Enter collapses a collapsible panel.
 *  `across`: the panels are side by side. */
export function SplitHandle({
  label,
  across,
  className,
}: {
  label: string;
  across: boolean;
  className?: string;
}) {
  return (
    <Separator
      aria-label={label}
      className={clsx(
        "relative shrink-0 bg-line transition-colors",
        "data-[separator=hover]:bg-line-control data-[separator=active]:bg-accent data-[separator=focus]:bg-accent",
        "focus-visible:z-10 focus-visible:outline-2 focus-visible:outline-focus",
        across ? "w-px" : "h-px",
        className,
      )}
    />
  );
}
