import { formatDuration } from "@/lib/format/duration";
import type { LegendEntry } from "./chart-frame.tsx";
import { unrecordedSpanTexts } from "./chart-messages.ts";

/** An unrecorded time span, epoch milliseconds. */
export interface UnrecordedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Legend entry with the total duration; empty where everything was recorded. */
export const unrecordedLegend = (spans: readonly UnrecordedSpan[]): readonly LegendEntry[] =>
  spans.length === 0
    ? []
    : [
        {
          key: "not-recorded",
          label: unrecordedSpanTexts.notRecorded,
          swatch: "hatched bg-warn-bg",
          value: formatDuration(spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)),
        },
      ];
