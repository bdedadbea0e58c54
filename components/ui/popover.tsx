"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export const floatClass =
  "z-50 rounded-lg border border-line-strong bg-raised text-ink shadow-float data-[state=open]:animate-enter data-[state=closed]:animate-leave";

/** A small panel beside its trigger. */
export function Popover({
  trigger,
  label,
  align = "start",
  open,
  onOpenChange,
  className = "w-72 p-3",
  children,
}: {
  trigger: ReactElement;
  /** Name of the panel for assistive technology. */
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={`${floatClass} max-w-[calc(100vw-16px)] ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
