"use client";

import { Button } from "@/components/ui/button";
import { StatusGlyph } from "@/components/ui/status-glyph";

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
      <StatusGlyph glyph={live ? "disc" : "ring"} className={live ? "text-ok" : "text-ink-3"} />
      Live {live ? "on" : "off"}
    </Button>
  );
}
