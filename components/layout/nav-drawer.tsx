"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { Button } from "@/components/ui/button";
import { scrimClass } from "@/components/ui/dialog-class";
import { useReturnFocus } from "@/components/ui/return-focus";
import { Brand } from "./brand.tsx";
import { navDrawerTexts } from "./layout-on-demand-messages.ts";
import type { NavCounts } from "./nav-items.ts";
import { NavList } from "./nav-list.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { ZoneSwitch } from "./zone-switch.tsx";

/** The sidebar on a phone, including the controls that do not fit the top bar. */
export function NavDrawer({
  counts,
  open,
  onOpenChange,
}: {
  counts: NavCounts;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.onOpen}
          onCloseAutoFocus={focus.onClose}
          data-sidebar="open"
          className="fixed inset-y-0 left-0 z-50 flex w-64 flex-col gap-2 border-r border-line bg-sunk px-2 pb-3 data-[state=open]:animate-drawer-in data-[state=closed]:animate-drawer-out"
        >
          <div className="flex h-12 items-center justify-between pl-2">
            <Dialog.Title>
              <Brand />
            </Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label={navDrawerTexts.close}>
                <X />
              </Button>
            </Dialog.Close>
          </div>
          <NavList counts={counts} onFollow={() => onOpenChange(false)} />
          <div className="mt-auto flex items-center gap-1 border-t border-line pt-3">
            <ZoneSwitch />
            <ThemeSwitch />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
