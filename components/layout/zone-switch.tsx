"use client";

import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "@/components/ui/menu";
import { useTimeZone } from "@/components/ui/time-zone";
import { commonZones, resolveZone } from "@/lib/format/time-zone";
import { zoneSwitchTexts } from "./shell-messages.ts";

/** Sets the time zone of every displayed time: tables, charts, logs. */
export function ZoneSwitch() {
  const { choice, choose } = useTimeZone();
  const named = new Set<string>(commonZones);
  if (choice !== "UTC" && choice !== "local") named.add(choice);
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={zoneSwitchTexts.timeZone(choice)}>
          {shortName(choice)}
          <ChevronDown aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      <MenuLabel>{zoneSwitchTexts.allTimesIn}</MenuLabel>
      <MenuRadioGroup value={choice} onValueChange={choose}>
        <MenuRadioItem value="UTC">{zoneSwitchTexts.utc}</MenuRadioItem>
        <MenuRadioItem value="local">
          {zoneSwitchTexts.localBeforeZone}
          <LocalZone />
        </MenuRadioItem>
        <MenuSeparator />
        {[...named].map((zone) => (
          <MenuRadioItem key={zone} value={zone}>
            {zone}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

/** Read when the menu opens: the first look at zones takes a page as long as some of its rows. */
const LocalZone = () => <span className="text-ink-3">{resolveZone("local")}</span>;

function shortName(choice: string): string {
  if (choice === "local") return zoneSwitchTexts.local;
  return choice.split("/").at(-1)?.replaceAll("_", " ") ?? choice;
}
