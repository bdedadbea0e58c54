"use client";

import { ChevronRight } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import type { Timeline } from "@/lib/bff/timeline";
import { pathsOf, titleAt } from "./drawn-paths.ts";
import type { Scale, Tone } from "./lane-shapes.ts";
import { drawnShapes, type Lane } from "./lanes.ts";

/** How each kind of shape is filled, in the lanes and in their legend. */
export const laneFills = {
  queued: "fill-queued/55",
  running: "fill-running/55",
  ok: "fill-ok/45",
  // What is wrong alone has its full colour.
  bad: "fill-bad",
  warn: "fill-warn",
  other: "fill-ink-3/60",
  unfilled: "fill-[url(#timeline-hatch)]",
  grid: "fill-line",
  blind: "fill-[url(#timeline-blind)]",
  // Nothing is wrong there: a record of minutes has it in every lane.
  unbegun: "fill-[url(#timeline-unbegun)]",
  later: "fill-sunk",
  annotation: "fill-ink",
} as const satisfies Record<Tone, string>;

/** Fill patterns of the shapes. Once per page. */
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
        <pattern id="timeline-unbegun" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" className="fill-sunk" />
          <path d="M-1 1l2-2M0 8l8-8M7 9l2-2" className="stroke-line-strong" strokeWidth="0.75" />
        </pattern>
      </defs>
    </svg>
  );
}

/** The drawing of a lane; rendered again only when data, width or zone change. */
const Drawing = memo(function Drawing({
  lane,
  timeline,
  scale,
  tickMs,
  summary,
}: {
  lane: Lane;
  timeline: Timeline;
  scale: Scale;
  tickMs: readonly number[];
  summary: string;
}) {
  const shapes = useMemo(() => drawnShapes(lane, timeline, scale, tickMs), [lane, timeline, scale, tickMs]);
  return (
    <span
      className="block"
      onPointerMove={({ currentTarget, clientX, clientY }) => {
        const { left, top, width, height } = currentTarget.getBoundingClientRect();
        const x = ((clientX - left) / width) * scale.widthPx;
        const y = ((clientY - top) / height) * lane.heightPx;
        currentTarget.title = titleAt(shapes, x, y) ?? "";
      }}
    >
      <svg
        role="img"
        aria-label={`${lane.name}: ${summary}`}
        viewBox={`0 0 ${scale.widthPx} ${lane.heightPx}`}
        width="100%"
        height={lane.heightPx}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        className="block"
      >
        {pathsOf(shapes).map(({ tone, d }) => (
          <path key={tone} d={d} className={laneFills[tone]} />
        ))}
      </svg>
    </span>
  );
});

interface RowProps {
  lane: Lane;
  timeline: Timeline;
  scale: Scale;
  tickMs: readonly number[];
}

/** A row of the board: its name and description, and the drawing. */
function Row({
  lane,
  timeline,
  scale,
  tickMs,
  heading,
  description,
}: RowProps & { heading: ReactNode; description: string }) {
  // It looks at all that the lane draws.
  const maximum = useMemo(() => lane.maximum?.(timeline), [lane, timeline]);
  return (
    <section
      aria-label={lane.name}
      className="grid gap-x-4 gap-y-1 border-t border-line py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-center"
    >
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          {heading}
          <span className="ml-auto shrink-0 text-label text-ink-3 tabular-nums">{maximum}</span>
        </div>
        <p className="line-clamp-3 text-label text-balance text-ink-3">{description}</p>
      </div>
      <div data-plot className="relative cursor-crosshair touch-pan-y select-none">
        <Drawing
          lane={lane}
          timeline={timeline}
          scale={scale}
          tickMs={tickMs}
          summary={lane.summary(timeline)}
        />
        <span className="pointer-events-none absolute inset-y-0 left-0 hidden w-(--brush-from) border-r border-ink-2 bg-bg/70 group-data-brushed/board:block" />
        <span className="pointer-events-none absolute inset-y-0 right-0 left-(--brush-to) hidden border-l border-ink-2 bg-bg/70 group-data-brushed/board:block" />
      </div>
    </section>
  );
}

/** One lane: its name, which opens its table, its description, and the drawing. */
export function LaneRow({
  selected,
  open,
  onOpen,
  ...row
}: RowProps & {
  /** Data for the description; undefined while the selection is loading. */
  selected: Timeline | undefined;
  /** Its table is open. */
  open: boolean;
  onOpen: (table: Lane["table"]) => void;
}) {
  const { lane } = row;
  return (
    <Row
      {...row}
      description={selected === undefined ? "…" : lane.summary(selected)}
      heading={
        <button
          type="button"
          aria-pressed={open}
          onClick={() => onOpen(lane.table)}
          className="truncate rounded-sm text-left font-medium hover:underline aria-pressed:underline aria-pressed:underline-offset-4"
        >
          {lane.name}
        </button>
      }
    />
  );
}

/** One lane for several, which its name shows and hides. */
export function FoldRow({ open, onToggle, ...row }: RowProps & { open: boolean; onToggle: () => void }) {
  return (
    <Row
      {...row}
      description={row.lane.summary(row.timeline)}
      heading={
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="-ml-0.5 flex min-w-0 items-center gap-1 rounded-sm text-left font-medium hover:underline"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-3.5 shrink-0 text-ink-3 transition-transform ${open ? "rotate-90" : ""}`}
          />
          <span className="truncate">{row.lane.name}</span>
        </button>
      }
    />
  );
}
