"use client";

import { useTheme } from "next-themes";
import type { ReactElement } from "react";
import { Menu, MenuRadioGroup, MenuRadioItem } from "@/components/ui/menu";
import type { TriggerProps } from "@/components/ui/waiting-trigger";

export function ThemeMenu({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const { theme, setTheme } = useTheme();
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuRadioGroup value={theme ?? "system"} onValueChange={setTheme}>
        <MenuRadioItem value="light">Light</MenuRadioItem>
        <MenuRadioItem value="dark">Dark</MenuRadioItem>
        <MenuRadioItem value="system">System</MenuRadioItem>
      </MenuRadioGroup>
    </Menu>
  );
}
