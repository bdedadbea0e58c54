"use client";

import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/time-zone";
import { dayMs, hourMs } from "@/lib/bff/time-units";
import { shareOf, type TimeRange } from "@/lib/charts/time-range";
import { formatClock, formatDate } from "@/lib/format/full-time";
import { chartMargin, valueAxisWidthPx } from "./axes.ts";
import { timeBrushTexts } from "./chart-messages.ts";
import { steppedBrush } from "./use-brush.ts";
import { leastZoomShare, useDragZoom } from "./use-drag-zoom.ts";

const stepShare = 0.02;

/**
 * A strip below charts that share their time axis. Dragging across it, or moving its two handles with the
 * arrow keys and pressing Enter, selects a time range.
 */
export function TimeBrush({
  label,
  fromMs,
  toMs,
  onZoom,
}: {
  /** Accessible name: `Time of the charts`. */
  label: string;
  fromMs: number;
  toMs: number;
  onZoom: (fromMs: number, toMs: number) => void;
}) {
  const { zone } = useTimeZone();
  const range = { fromMs, toMs };
  const spanMs = toMs - fromMs;
  // What the keyboard selected, in shares: the range of live charts moves on.
  const [part, setPart] = useState<{ from: number; to: number }>();
  const selected =
    part === undefined
      ? range
      : { fromMs: Math.round(fromMs + part.from * spanMs), toMs: Math.round(fromMs + part.to * spanMs) };
  const isPart = (brush: TimeRange) => brush.toMs - brush.fromMs < spanMs;
  const zoom = (brush: TimeRange) => {
    setPart(undefined);
    if (isPart(brush)) onZoom(brush.fromMs, brush.toMs);
  };
  const drag = useDragZoom({ range, strip: true, onZoom: zoom, onClick: () => zoom(selected) });
  const brush = drag.chosen ?? selected;
  const chosen = isPart(brush);

  const text = (atMs: number) => {
    const clock = formatClock(atMs, zone, spanMs < hourMs ? "second" : "minute");
    return spanMs > dayMs ? `${formatDate(atMs, zone).slice(5)} ${clock}` : clock;
  };
  const keys = (edge: "from" | "to") => (event: KeyboardEvent) => {
    if (event.key === "Enter" && chosen) return zoom(brush);
    if (event.key === "Escape" && chosen) return setPart(undefined);
    const moved = steppedBrush(range, brush, edge, event, { leastMs: leastZoomShare * spanMs, stepShare });
    if (moved === undefined) return;
    event.preventDefault();
    setPart({ from: shareOf(range, moved.fromMs), to: shareOf(range, moved.toMs) });
  };
  const shares = { from: shareOf(range, brush.fromMs), to: shareOf(range, brush.toMs) };

  return (
    <fieldset
      aria-label={label}
      className="grid min-w-0 gap-1"
      style={{ paddingLeft: valueAxisWidthPx, paddingRight: chartMargin.right }}
    >
      <div
        className="relative h-4 touch-none cursor-crosshair rounded-sm border border-line bg-sunk select-none"
        {...drag.handlers}
      >
        <div
          className={`absolute inset-y-0 ${chosen ? "bg-selected" : ""}`}
          style={{ left: `${shares.from * 100}%`, right: `${(1 - shares.to) * 100}%` }}
        />
        {(["from", "to"] as const).map((edge) => (
          <div
            key={edge}
            role="slider"
            tabIndex={0}
            aria-label={edge === "from" ? timeBrushTexts.startOfZoom : timeBrushTexts.endOfZoom}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(shares[edge] * 100)}
            aria-valuetext={text(edge === "from" ? brush.fromMs : brush.toMs)}
            className="absolute -inset-y-px w-2 -translate-x-1/2 rounded-sm border border-line-control bg-raised"
            style={{ left: `${shares[edge] * 100}%` }}
            onKeyDown={keys(edge)}
          />
        ))}
      </div>
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-caption text-ink-3">
        {chosen ? (
          <>
            <span className="font-mono">
              {text(brush.fromMs)} – {text(brush.toMs)}
            </span>
            <Button size="sm" onClick={() => zoom(brush)}>
              {timeBrushTexts.zoom}
            </Button>
            <span className="max-sm:hidden">{timeBrushTexts.keysHint}</span>
          </>
        ) : (
          <span>{timeBrushTexts.dragHint}</span>
        )}
      </div>
    </fieldset>
  );
}
