"use client";

import type { LegendEntry } from "./chart-frame.tsx";
import { chartReadoutTexts } from "./chart-messages.ts";

/** Tooltip content: the moment and each series' value. Unknown values read "not measured". */
export function ChartReadout({ time, entries }: { time: string; entries: readonly LegendEntry[] }) {
  return (
    <div className="min-w-40 rounded-md border border-line-strong bg-raised px-2.5 py-2 text-label shadow-float">
      <p className="mb-1 font-mono text-caption text-ink-3">{time}</p>
      {entries.map((entry) => (
        <p key={entry.key} className="flex items-center gap-1.5">
          <i className={`size-2.5 rounded-[2px] border border-line ${entry.swatch}`} />
          <span className="flex-1 text-ink-2">{entry.label}</span>
          <span className="pl-3">{entry.value ?? chartReadoutTexts.notMeasured}</span>
        </p>
      ))}
    </div>
  );
}
