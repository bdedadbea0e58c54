"use client";

import { Badge } from "@/components/ui/badge";
import { useClockText } from "@/components/ui/use-now";
import { formatPlayTime } from "@/lib/format/play-time";

/** Says that a recording runs, and for how long. */
export function RecordingBadge({ startedAt }: { startedAt: string | undefined }) {
  const startedMs = Date.parse(startedAt ?? "");
  const text = useClockText(
    (nowMs) => (Number.isNaN(startedMs) ? "recording" : `recording ${formatPlayTime(nowMs - startedMs)}`),
    "recording",
  );
  return (
    <Badge tone="running" glyph="half">
      {text}
    </Badge>
  );
}
