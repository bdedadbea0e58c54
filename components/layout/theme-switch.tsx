"use client";

import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuRadioGroup, MenuRadioItem } from "@/components/ui/menu";

/** Light, dark, or the system's setting. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          <Sun className="dark:hidden" />
          <Moon className="hidden dark:block" />
        </IconButton>
      }
    >
      <MenuRadioGroup value={theme ?? "system"} onValueChange={setTheme}>
        <MenuRadioItem value="light">Light</MenuRadioItem>
        <MenuRadioItem value="dark">Dark</MenuRadioItem>
        <MenuRadioItem value="system">System</MenuRadioItem>
      </MenuRadioGroup>
    </Menu>
  );
}
