"use client";

import { shareOf, type TimeRange } from "@/lib/charts/time-range";
import { type LogLevel, logLevels } from "@/lib/format/log-level";
import { formatCount } from "@/lib/format/numbers";
import type { LineMark } from "@/lib/live/line-marks";
import { logLaneTexts } from "./invocation-on-demand-messages.ts";

/** Width of the drawing in its own units; marks closer than one unit are drawn as one. */
const units = 600;
const heightUnits = 28;

/** Severe lines are taller, so that they differ not by colour alone. */
const looks = {
  fatal: { height: 20, className: "stroke-bad" },
  error: { height: 20, className: "stroke-bad" },
  warn: { height: 14, className: "stroke-warn" },
  info: { height: 7, className: "stroke-line-control" },
  debug: { height: 7, className: "stroke-line-control" },
  trace: { height: 7, className: "stroke-line-control" },
  none: { height: 7, className: "stroke-line-control" },
} as const satisfies Record<LogLevel, { height: number; className: string }>;

/** The lines of a log on the time axis, by their level. */
export function LogLane({ marks, axis }: { marks: readonly LineMark[]; axis: TimeRange }) {
  const byUnit = new Map<number, LogLevel>();
  for (const { atMs, level } of marks) {
    const unit = Math.min(units - 1, Math.floor(shareOf(axis, atMs) * units));
    const known = byUnit.get(unit) ?? "none";
    byUnit.set(unit, logLevels.indexOf(level) < logLevels.indexOf(known) ? level : known);
  }
  return (
    <svg
      role="img"
      aria-label={summaryOf(marks)}
      viewBox={`0 0 ${units} ${heightUnits}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {[...byUnit].map(([unit, level]) => (
        <line
          key={unit}
          x1={unit + 0.5}
          x2={unit + 0.5}
          y1={heightUnits - 4 - looks[level].height}
          y2={heightUnits - 4}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className={looks[level].className}
        />
      ))}
    </svg>
  );
}

/** Parts of time with an error or a warning: a mark may stand for several lines. */
function summaryOf(marks: readonly LineMark[]): string {
  const lines = marks.reduce((sum, { count }) => sum + count, 0);
  const has = (...levels: LogLevel[]) => marks.some(({ level }) => levels.includes(level));
  const worst = has("fatal", "error")
    ? logLaneTexts.withErrors
    : has("warn")
      ? logLaneTexts.withWarnings
      : "";
  return `${formatCount(lines)} ${lines === 1 ? logLaneTexts.logLine : logLaneTexts.logLines}${worst}`;
}
