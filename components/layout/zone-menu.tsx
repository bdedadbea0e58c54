"use client";

import type { ReactElement } from "react";
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "@/components/ui/menu";
import { useTimeZone } from "@/components/ui/time-zone";
import type { TriggerProps } from "@/components/ui/waiting-trigger";
import { commonZones, resolveZone } from "@/lib/format/time-zone";

export function ZoneMenu({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const { choice, choose } = useTimeZone();
  const named = new Set<string>(commonZones);
  if (choice !== "UTC" && choice !== "local") named.add(choice);
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuLabel>All times in</MenuLabel>
      <MenuRadioGroup value={choice} onValueChange={choose}>
        <MenuRadioItem value="UTC">UTC</MenuRadioItem>
        <MenuRadioItem value="local">
          Local <span className="text-ink-3">{resolveZone("local")}</span>
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
