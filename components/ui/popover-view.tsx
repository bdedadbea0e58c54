"use client";

import { Popover as Radix } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import type { TriggerProps } from "./lazy-trigger.tsx";
import { floatClass } from "./overlay-class.ts";
import { useEarlyEscape } from "./use-early-escape.ts";

export interface PopoverProps {
  trigger: ReactElement<TriggerProps>;
  /** Name of the panel for assistive technology. */
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** The panel itself: open from the beginning where nobody else says whether it is. */
export function PopoverView({
  trigger,
  label,
  align = "start",
  open,
  onOpenChange,
  className = "w-72 p-3",
  children,
}: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(true);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const listenToEscape = useEarlyEscape(() => change(false));
  return (
    <Radix.Root open={open ?? ownOpen} onOpenChange={change}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={listenToEscape}
          className={`${floatClass} max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-y-auto ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
