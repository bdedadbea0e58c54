"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import type { TriggerProps } from "./lazy-trigger.tsx";
import { floatClass } from "./overlay-class.ts";

const itemClass =
  "flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-[highlighted]:bg-hover data-[disabled]:text-ink-3 [&_svg]:size-3.5 [&_svg]:shrink-0";

export interface MenuProps {
  trigger: ReactElement<TriggerProps>;
  align?: "start" | "center" | "end";
  children: ReactNode;
}

/** The menu with its trigger, initially open: its code is loaded because someone opened it. */
export function MenuView({ trigger, align = "end", children }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={`${floatClass} max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 overflow-y-auto p-1`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** An action. With a `disabledReason` it cannot be chosen, and says so below its label. `lead`: what is before the label. */
export function MenuItem({
  tone = "plain",
  hint,
  lead,
  disabledReason,
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.Item> & {
  tone?: "plain" | "danger";
  hint?: ReactNode;
  lead?: ReactNode;
  disabledReason?: string | undefined;
}) {
  const isDisabled = rest.disabled === true || disabledReason !== undefined;
  const isRed = tone === "danger" && disabledReason === undefined;
  return (
    <Radix.Item {...rest} disabled={isDisabled} className={clsx(itemClass, isRed && "text-bad", className)}>
      <span className="flex min-w-0 flex-1 items-center gap-2">
        {lead}
        {disabledReason === undefined ? (
          children
        ) : (
          <span className="grid">
            {children}
            <span className="text-label">{disabledReason}</span>
          </span>
        )}
      </span>
      {hint === undefined ? null : <span className="text-label text-ink-3">{hint}</span>}
    </Radix.Item>
  );
}

export const MenuRadioGroup = Radix.RadioGroup;

export function MenuRadioItem({ children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem {...rest} className={itemClass}>
      <Tick>{<Radix.ItemIndicator>{<Check />}</Radix.ItemIndicator>}</Tick>
      {children}
    </Radix.RadioItem>
  );
}

export function MenuCheckboxItem({ children, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem {...rest} className={itemClass}>
      <Tick>{<Radix.ItemIndicator>{<Check />}</Radix.ItemIndicator>}</Tick>
      {children}
    </Radix.CheckboxItem>
  );
}

function Tick({ children }: { children: ReactNode }) {
  return <span className="flex size-3.5 shrink-0 items-center">{children}</span>;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-label text-ink-3">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
