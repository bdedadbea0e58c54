"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { useFieldControl } from "./field.tsx";
import { typedClass } from "./input.tsx";

export function Textarea({
  className,
  mono = false,
  ...rest
}: ComponentProps<"textarea"> & { mono?: boolean }) {
  return (
    <textarea
      {...useFieldControl()}
      {...rest}
      className={clsx(typedClass, "min-h-16 py-1.5", mono && "font-mono text-label", className)}
    />
  );
}
