"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatClock, formatDate } from "@/lib/format/full-time";
import { chartMargin, valueAxisWidthPx } from "./axes.ts";
import { type BrushRange, clampedRange, fullBrush, minBrushShare, movedEdge, spanOf } from "./brush-range.ts";

const dayMs = 86_400_000;

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
  const track = useRef<HTMLDivElement>(null);
  const [part, setPart] = useState<BrushRange>(fullBrush);
  const [anchor, setAnchor] = useState<number>();
  const chosen = part.to - part.from < 1;

  const positionOf = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    return box === undefined || box.width === 0 ? 0 : (event.clientX - box.left) / box.width;
  };
  const zoom = (wanted: BrushRange) => {
    setPart(fullBrush);
    const span = spanOf(wanted, fromMs, toMs);
    onZoom(span.fromMs, span.toMs);
  };
  const release = () => {
    setAnchor(undefined);
    if (anchor === undefined) return;
    if (part.to - part.from >= minBrushShare && chosen) zoom(part);
    else setPart(fullBrush);
  };
  const text = (share: number) => {
    const atMs = fromMs + share * (toMs - fromMs);
    const clock = formatClock(atMs, zone, toMs - fromMs < 3_600_000 ? "second" : "minute");
    return toMs - fromMs > dayMs ? `${formatDate(atMs, zone).slice(5)} ${clock}` : clock;
  };
  const keys = (edge: "from" | "to") => (event: KeyboardEvent) => {
    if (event.key === "Enter" && chosen) return zoom(part);
    if (event.key === "Escape" && chosen) return setPart(fullBrush);
    const moved = movedEdge(part, edge, event.key, event.shiftKey);
    if (moved === undefined) return;
    event.preventDefault();
    setPart(moved);
  };

  return (
    <fieldset
      aria-label={label}
      className="grid min-w-0 gap-1"
      style={{ paddingLeft: valueAxisWidthPx, paddingRight: chartMargin.right }}
    >
      <div
        ref={track}
        className="relative h-4 touch-none cursor-crosshair rounded-sm border border-line bg-sunk select-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setAnchor(positionOf(event));
        }}
        onPointerMove={(event) => {
          if (anchor !== undefined) setPart(clampedRange(anchor, positionOf(event)));
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          setAnchor(undefined);
          setPart(fullBrush);
        }}
      >
        <div
          className={`absolute inset-y-0 ${chosen ? "bg-selected" : ""}`}
          style={{ left: `${part.from * 100}%`, right: `${(1 - part.to) * 100}%` }}
        />
        {(["from", "to"] as const).map((edge) => (
          <div
            key={edge}
            role="slider"
            tabIndex={0}
            aria-label={edge === "from" ? "Start of the zoom" : "End of the zoom"}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(part[edge] * 100)}
            aria-valuetext={text(part[edge])}
            className="absolute -inset-y-px w-2 -translate-x-1/2 rounded-sm border border-line-control bg-raised"
            style={{ left: `${part[edge] * 100}%` }}
            onKeyDown={keys(edge)}
          />
        ))}
      </div>
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-caption text-ink-3">
        {chosen ? (
          <>
            <span className="font-mono">
              {text(part.from)} – {text(part.to)}
            </span>
            <Button size="sm" onClick={() => zoom(part)}>
              Zoom
            </Button>
            <span className="max-sm:hidden">Enter zooms, Esc takes it back</span>
          </>
        ) : (
          <span>Drag across to zoom, or move the handles with the arrow keys</span>
        )}
      </div>
    </fieldset>
  );
}
