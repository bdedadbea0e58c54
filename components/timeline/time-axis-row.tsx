"use client";

import clsx from "clsx";
import { brushGrip } from "@/components/charts/brush-grip";
import type { TimeTick } from "@/lib/charts/time-axis";
import { shareOf, type TimeRange } from "@/lib/charts/time-range";
import { timeAxisRowTexts } from "./timeline-messages.ts";

const places = {
  from: "left-(--brush-from) -translate-x-1/2",
  to: "left-(--brush-to) -translate-x-1/2",
} as const;

/**
 * The axis with its ticks and the handles of the brush. Without a brush the handles are at the ends of the
 * range.
 */
export function TimeAxisRow({
  range,
  brush,
  ticks,
  zone,
  timeText,
}: {
  range: TimeRange;
  brush: TimeRange | undefined;
  ticks: readonly TimeTick[];
  zone: string;
  timeText: (atMs: number) => string;
}) {
  const { fromMs, toMs } = brush ?? range;
  return (
    <div className="grid gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-end">
      <p className="pb-1 text-label text-ink-3 max-sm:hidden">{zone}</p>
      <div data-plot className="relative h-10 cursor-crosshair touch-pan-y select-none">
        <div
          aria-hidden="true"
          className="absolute inset-x-0 top-0 h-4 overflow-hidden text-caption text-ink-3"
        >
          {ticks.map(({ atMs, label }) => (
            <span
              key={atMs}
              className="absolute -translate-x-1/2 whitespace-nowrap tabular-nums"
              style={{ left: `${shareOf(range, atMs) * 100}%` }}
            >
              {label}
            </span>
          ))}
        </div>
        <div className="absolute inset-x-0 bottom-2 h-2 rounded-full bg-line" />
        <div
          {...brushGrip(
            range,
            "both",
            timeAxisRowTexts.moveSelection,
            (fromMs + toMs) / 2,
            timeAxisRowTexts.range(timeText(fromMs), timeText(toMs)),
          )}
          className="absolute bottom-0 left-(--brush-from) h-6 w-[calc(var(--brush-to)-var(--brush-from))] cursor-grab touch-none py-2"
        >
          <span className="block h-2 rounded-full bg-line-control" />
        </div>
        {(["from", "to"] as const).map((name) => (
          <div
            key={name}
            {...(name === "from"
              ? brushGrip(range, name, timeAxisRowTexts.startOfSelection, fromMs, timeText(fromMs))
              : brushGrip(range, name, timeAxisRowTexts.endOfSelection, toMs, timeText(toMs)))}
            className={clsx(
              "absolute bottom-0 flex h-6 w-6 cursor-ew-resize touch-none items-center justify-center rounded-md",
              places[name],
            )}
          >
            <span className="h-4 w-2 rounded-sm border border-bg bg-ink-2" />
          </div>
        ))}
      </div>
    </div>
  );
}
