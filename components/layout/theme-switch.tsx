"use client";

import { Moon, Sun } from "lucide-react";
import { lazy } from "react";
import { IconButton } from "@/components/ui/button";
import { OnDemandMenu } from "./on-demand-menu.tsx";

const ThemeMenu = lazy(() => import("./theme-menu.tsx").then((module) => ({ default: module.ThemeMenu })));

/** Light, dark, or as the system says. */
export function ThemeSwitch() {
  return (
    <OnDemandMenu
      trigger={
        <IconButton label="Theme">
          <Sun className="dark:hidden" />
          <Moon className="hidden dark:block" />
        </IconButton>
      }
    >
      {(trigger) => <ThemeMenu trigger={trigger} />}
    </OnDemandMenu>
  );
}
