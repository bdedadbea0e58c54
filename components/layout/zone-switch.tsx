"use client";

import { ChevronDown } from "lucide-react";
import { lazy } from "react";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/time-zone";
import { OnDemandMenu } from "./on-demand-menu.tsx";

const ZoneMenu = lazy(() => import("./zone-menu.tsx").then((module) => ({ default: module.ZoneMenu })));

/** Sets the zone of every time on the screen: tables, charts, logs. */
export function ZoneSwitch() {
  const { choice } = useTimeZone();
  return (
    <OnDemandMenu
      trigger={
        <Button variant="ghost" aria-label={`Time zone: ${choice}`}>
          {shortName(choice)}
          <ChevronDown aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      {(trigger) => <ZoneMenu trigger={trigger} />}
    </OnDemandMenu>
  );
}

function shortName(choice: string): string {
  if (choice === "local") return "Local";
  return choice.split("/").at(-1)?.replaceAll("_", " ") ?? choice;
}
