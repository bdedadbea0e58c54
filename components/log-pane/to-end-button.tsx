"use client";

import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { formatCount } from "@/lib/format/numbers";
import { paneFooterTexts } from "./log-pane-on-demand-messages.ts";

/** The way to the end of a pane that does not follow. */
export function ToEndButton({
  waiting = 0,
  onUse,
  onGone,
}: {
  /** Lines that came since it was paused. */
  waiting?: number;
  onUse: () => void;
  /** Receives the focus once the button disappears. */
  onGone: () => Element | null;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <Button
      ref={focusHandoffRef}
      size="sm"
      variant="ghost"
      className={clsx("shrink-0 tabular-nums pointer-coarse:h-8", waiting > 0 && "text-warn!")}
      onClick={onUse}
    >
      {waiting > 0 ? paneFooterTexts.pausedNew(formatCount(waiting)) : paneFooterTexts.toTheEnd}
      <ArrowDown />
    </Button>
  );
}
