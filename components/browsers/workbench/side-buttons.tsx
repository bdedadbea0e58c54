"use client";

import { PanelLeft, PanelRight } from "lucide-react";
import { useState } from "react";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { IconButton } from "@/components/ui/button";
import { sideButtonsTexts } from "./workbench-messages.ts";
import type { Sides } from "./workbench-split.tsx";

const labelsOf = ({ left, right }: Sides) => ({
  left: left ? sideButtonsTexts.hideLiveViewAndDetails : sideButtonsTexts.showLiveViewAndDetails,
  right: right ? sideButtonsTexts.hideLogs : sideButtonsTexts.showLogs,
});

/** Which sides of the workbench are shown, changed in the palette, too. */
export function useSides() {
  const [sides, setSides] = useState<Sides>({ left: true, right: true });
  const labels = labelsOf(sides);
  usePaletteActions([
    { id: "toggle-left", label: labels.left, run: () => setSides({ left: !sides.left, right: true }) },
    { id: "toggle-right", label: labels.right, run: () => setSides({ left: true, right: !sides.right }) },
  ]);
  return [sides, setSides] as const;
}

/** Hides and shows the sides of the workbench, of which one stays. */
export function SideButtons({ sides, onSides }: { sides: Sides; onSides: (sides: Sides) => void }) {
  const labels = labelsOf(sides);
  return (
    <span className="flex items-center max-lg:hidden">
      <IconButton
        label={labels.left}
        aria-expanded={sides.left}
        disabledReason={sides.right ? undefined : sideButtonsTexts.oneSideMustStayOpen}
        onClick={() => onSides({ ...sides, left: !sides.left })}
      >
        <PanelLeft />
      </IconButton>
      <IconButton
        label={labels.right}
        aria-expanded={sides.right}
        disabledReason={sides.left ? undefined : sideButtonsTexts.oneSideMustStayOpen}
        onClick={() => onSides({ ...sides, right: !sides.right })}
      >
        <PanelRight />
      </IconButton>
    </span>
  );
}
