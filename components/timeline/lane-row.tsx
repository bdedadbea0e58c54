"use client";

import { memo } from "react";
import type { Timeline } from "@/lib/bff/timeline";
import type { Scale, Shape, Tone } from "./lane-shapes.ts";
import { drawnShapes, type Lane } from "./lanes.ts";

const fills = {
  queued: "fill-queued",
  running: "fill-running",
  ok: "fill-ok",
  bad: "fill-bad",
  warn: "fill-warn",
  other: "fill-ink-3",
  unfilled: "fill-[url(#timeline-hatch)]",
  grid: "fill-line",
  blind: "fill-[url(#timeline-blind)]",
  later: "fill-sunk",
  mark: "fill-ink",
} as const satisfies Record<Tone, string>;

/** What shapes are filled with that no plain colour says. Once on a page. */
export function LanePatterns() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <defs>
        <pattern id="timeline-hatch" width="5" height="5" patternUnits="userSpaceOnUse">
          <path d="M-1 1l2-2M0 5l5-5M4 6l2-2" className="stroke-ink-3" strokeWidth="1" />
        </pattern>
        <pattern id="timeline-blind" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" className="fill-warn-bg" />
          <path d="M-1 1l2-2M0 6l6-6M5 7l2-2" className="stroke-warn" strokeWidth="0.75" />
        </pattern>
      </defs>
    </svg>
  );
}

function Box({ x, y, w, h, tone, title }: Shape) {
  return (
    <rect x={x} y={y} width={w} height={h} className={fills[tone]}>
      {title === undefined ? null : <title>{title}</title>}
    </rect>
  );
}

/** The drawing of a lane; drawn anew only when what was read, the width or the zone changes. */
const Drawing = memo(function Drawing({
  lane,
  timeline,
  scale,
  tickMs,
  words,
}: {
  lane: Lane;
  timeline: Timeline;
  scale: Scale;
  tickMs: readonly number[];
  words: string;
}) {
  return (
    <svg
      role="img"
      aria-label={`${lane.name}: ${words}`}
      viewBox={`0 0 ${scale.widthPx} ${lane.heightPx}`}
      width="100%"
      height={lane.heightPx}
      preserveAspectRatio="none"
      className="block"
    >
      {drawnShapes(lane, timeline, scale, tickMs).map((shape, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn as a whole
        <Box key={at} {...shape} />
      ))}
    </svg>
  );
});

/** One lane: its name, which opens its table, what it says in words, and the drawing. */
export function LaneRow({
  lane,
  timeline,
  selected,
  scale,
  tickMs,
  open,
  onOpen,
}: {
  lane: Lane;
  timeline: Timeline;
  /** What the words are about; undefined while the selection is being read. */
  selected: Timeline | undefined;
  scale: Scale;
  tickMs: readonly number[];
  /** Its table is the one that is open. */
  open: boolean;
  onOpen: (table: Lane["table"]) => void;
}) {
  return (
    <section
      aria-label={lane.name}
      className="grid gap-x-4 gap-y-1 border-t border-line py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-center"
    >
      <div className="min-w-0">
        <button
          type="button"
          aria-pressed={open}
          onClick={() => onOpen(lane.table)}
          className="block max-w-full truncate rounded-sm text-left font-medium hover:underline aria-pressed:underline aria-pressed:underline-offset-4"
        >
          {lane.name}
        </button>
        <p className="text-label text-ink-3">{selected === undefined ? "…" : lane.words(selected)}</p>
      </div>
      <div data-plot className="relative cursor-crosshair touch-pan-y select-none">
        <Drawing lane={lane} timeline={timeline} scale={scale} tickMs={tickMs} words={lane.words(timeline)} />
        <span className="pointer-events-none absolute inset-y-0 left-0 hidden w-(--brush-from) border-r border-ink-2 bg-bg/70 group-data-brushed/board:block" />
        <span className="pointer-events-none absolute inset-y-0 right-0 left-(--brush-to) hidden border-l border-ink-2 bg-bg/70 group-data-brushed/board:block" />
      </div>
    </section>
  );
}
