"use client";

import { Tooltip as Radix, Slot } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";

/** A short text on hover and focus. The child must be one element that takes a ref and pointer handlers. */
export function Tooltip({
  text,
  children,
  side = "top",
  open,
  onOpenChange,
}: {
  text: ReactNode;
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 rounded-md bg-ink px-2 py-1 text-label text-bg shadow-float animate-enter break-words"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A tooltip that costs nothing until the pointer first enters: for cells that appear by the hundred. */
export function LazyTooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const [armed, setArmed] = useState(false);
  if (armed) return <Tooltip text={text}>{children}</Tooltip>;
  return (
    <Slot.Root onPointerEnter={() => setArmed(true)} onFocus={() => setArmed(true)}>
      {children}
    </Slot.Root>
  );
}

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}
