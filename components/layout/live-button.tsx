"use client";

import { Button } from "@/components/ui/button";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { liveButtonTexts } from "./layout-messages.ts";

/** Toggle that states whether the page updates live. */
export function LiveButton({
  live,
  onChange,
  disabledReason,
}: {
  live: boolean;
  onChange: (live: boolean) => void;
  disabledReason?: string | undefined;
}) {
  return (
    <Button aria-pressed={live} disabledReason={disabledReason} onClick={() => onChange(!live)}>
      <StatusGlyph glyph={live ? "disc" : "ring"} className={live ? "text-ink-2" : "text-ink-3"} />
      {liveButtonTexts.live(live)}
    </Button>
  );
}
