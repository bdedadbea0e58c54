"use client";

import clsx from "clsx";
import type { Annotation } from "@/lib/bff/timeline";
import { visibleMarks } from "@/lib/format/visible-marks";
import type { Scale } from "./lane-shapes.ts";
import { markLabels } from "./mark-labels.ts";

/** The notes of the marks, each at the top of its line through the lanes. */
export function MarkNotes({ scale, marks }: { scale: Scale; marks: readonly Annotation[] }) {
  if (marks.length === 0) return null;
  return (
    <div className="grid gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div data-plot className="relative h-5 cursor-crosshair touch-pan-y select-none sm:col-start-2">
        {markLabels(scale, marks).map(({ mark, x, w, isBefore }) => (
          <span
            key={mark.id}
            title={`${visibleMarks(mark.note)} (${mark.by}, ${scale.timeText(mark.at_ms)})`}
            className={clsx(
              "absolute inset-y-0 truncate border-ink text-caption leading-5 text-ink-2",
              isBefore ? "border-r pr-1.5 text-right" : "border-l pl-1.5",
            )}
            style={{ left: x, width: w }}
          >
            {visibleMarks(mark.note)}
          </span>
        ))}
      </div>
    </div>
  );
}
