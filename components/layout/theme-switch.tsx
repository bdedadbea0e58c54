"use client";

import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuRadioGroup, MenuRadioItem } from "@/components/ui/menu";
import { themeSwitchTexts } from "./shell-messages.ts";

/** Light, dark, or the system's setting. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label={themeSwitchTexts.theme}>
          <Sun className="dark:hidden" />
          <Moon className="hidden dark:block" />
        </IconButton>
      }
    >
      <MenuRadioGroup value={theme ?? "system"} onValueChange={setTheme}>
        <MenuRadioItem value="light">{themeSwitchTexts.light}</MenuRadioItem>
        <MenuRadioItem value="dark">{themeSwitchTexts.dark}</MenuRadioItem>
        <MenuRadioItem value="system">{themeSwitchTexts.system}</MenuRadioItem>
      </MenuRadioGroup>
    </Menu>
  );
}
