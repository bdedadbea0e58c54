"use client";

import { LogOut } from "lucide-react";
import type { ReactElement } from "react";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { TriggerProps } from "@/components/ui/waiting-trigger";
import type { Operator } from "./operator.ts";

export interface AccountActs {
  readonly onSignOut: () => void;
  readonly onShowShortcuts: () => void;
}

export function AccountMenu({
  trigger,
  operator,
  onSignOut,
  onShowShortcuts,
}: AccountActs & { trigger: ReactElement<TriggerProps>; operator: Operator }) {
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuLabel>
        <span className="block max-w-60 truncate text-base font-medium text-ink">{operator.name}</span>
        {operator.role}
      </MenuLabel>
      <MenuSeparator />
      <MenuItem hint="?" onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={onSignOut}>
        <LogOut />
        Sign out
      </MenuItem>
    </Menu>
  );
}
