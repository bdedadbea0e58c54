"use client";

import { StatusGlyph } from "@/components/ui/status-glyph";
import { useClockText } from "@/components/ui/use-now";
import { formatAgo } from "@/lib/format/relative-time";
import { liveIndicatorTexts } from "./shell-messages.ts";

/** State of the live stream and the age of its newest frame. */
export interface LiveState {
  readonly state: "connected" | "upstream_failing" | "reconnecting" | "stale";
  /** Epoch milliseconds of the newest frame; absent before the first. */
  readonly lastFrameAtMs?: number | undefined;
}

const looks = {
  connected: { word: liveIndicatorTexts.live, glyph: "disc", tone: "text-ok" },
  upstream_failing: { word: liveIndicatorTexts.apiFailing, glyph: "cross", tone: "text-bad" },
  reconnecting: { word: liveIndicatorTexts.reconnecting, glyph: "half", tone: "text-warn" },
  stale: { word: liveIndicatorTexts.stale, glyph: "clock", tone: "text-warn" },
} as const;

export function LiveIndicator({ live }: { live: LiveState }) {
  const { word, glyph, tone } = looks[live.state];
  return (
    <span className="inline-flex items-center gap-1.5 text-label whitespace-nowrap text-ink-3">
      <StatusGlyph glyph={glyph} className={tone} />
      <span>
        {/* A live region for the state; age updates are not announced. */}
        <span role="status">{word}</span>
        {live.lastFrameAtMs === undefined ? null : (
          <span className="max-sm:hidden">
            {" · "}
            <Age atMs={live.lastFrameAtMs} />
          </span>
        )}
      </span>
    </span>
  );
}

function Age({ atMs }: { atMs: number }) {
  return <>{useClockText((nowMs) => formatAgo(nowMs - atMs), "–")}</>;
}
