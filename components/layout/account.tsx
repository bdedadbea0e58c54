"use client";

import { CircleUserRound, LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { Operator } from "./operator.ts";
import { accountTexts } from "./shell-messages.ts";

/** The signed-in operator, with account actions. */
export function Account({
  operator,
  onSignOut,
  onShowShortcuts,
}: {
  operator: Operator;
  onSignOut: () => void;
  onShowShortcuts: () => void;
}) {
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          aria-label={accountTexts.account(operator.name, operator.role)}
          className="max-sm:px-2"
        >
          <CircleUserRound className="sm:hidden" />
          <span className="max-w-40 truncate max-sm:hidden">
            {operator.name} <span className="font-normal text-ink-3">· {operator.role}</span>
          </span>
        </Button>
      }
    >
      <MenuLabel>
        <span className="block max-w-60 truncate text-base font-medium text-ink">{operator.name}</span>
        {operator.role}
      </MenuLabel>
      <MenuSeparator />
      <MenuItem hint="?" onSelect={onShowShortcuts}>
        {accountTexts.keyboardShortcuts}
      </MenuItem>
      <MenuItem onSelect={onSignOut}>
        <LogOut />
        {accountTexts.signOut}
      </MenuItem>
    </Menu>
  );
}
