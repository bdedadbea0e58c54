"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { useFieldControl } from "./field.tsx";

export const controlClass =
  "w-full min-w-0 rounded-md border border-line-control bg-raised px-2 text-base text-ink aria-invalid:border-bad disabled:bg-sunk disabled:text-ink-3 focus-visible:outline-offset-0";

/** Classes of text inputs: read-only is styled, and the font size prevents zooming on phones. */
export const typedClass = `${controlClass} read-only:bg-sunk pointer-coarse:text-[16px]`;

export function Input({ className, mono = false, ...rest }: ComponentProps<"input"> & { mono?: boolean }) {
  return (
    <input
      {...useFieldControl()}
      {...rest}
      className={clsx(typedClass, "h-8", mono && "font-mono text-label", className)}
    />
  );
}
