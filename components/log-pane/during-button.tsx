"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { duringButtonTexts } from "./log-pane-on-demand-messages.ts";
import type { PaneDuring } from "./use-pane-find.ts";

/** The time to which a pane is limited; a click removes the limit. */
export function DuringButton({ during, onGone }: { during: PaneDuring; onGone: () => Element | null }) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <Button
      ref={focusHandoffRef}
      size="sm"
      aria-label={duringButtonTexts.showAllTimes(during.text)}
      className="font-mono text-label"
      onClick={during.clear}
    >
      {during.text}
      <X />
    </Button>
  );
}
