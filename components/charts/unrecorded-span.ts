import { formatDuration } from "@/lib/format/duration";
import type { LegendEntry } from "./chart-frame.tsx";
import { unrecordedSpanTexts } from "./chart-messages.ts";

/** An unrecorded time span, epoch milliseconds. */
export interface UnrecordedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const totalMs = (spans: readonly UnrecordedSpan[]) =>
  spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

/** Whether nothing of a range was recorded but perhaps its newest bucket: that there was nothing is not known then. */
export const isUnrecorded = (
  { fromMs, toMs, stepMs }: UnrecordedSpan & { stepMs: number },
  spans: readonly UnrecordedSpan[],
): boolean => spans.length > 0 && totalMs(spans) >= toMs - fromMs - stepMs;

/** Legend entry with the total duration; empty where everything was recorded. */
export const unrecordedLegend = (spans: readonly UnrecordedSpan[]): readonly LegendEntry[] =>
  spans.length === 0
    ? []
    : [
        {
          key: "not-recorded",
          label: unrecordedSpanTexts.notRecorded,
          swatch: "hatched bg-warn-bg",
          value: formatDuration(totalMs(spans)),
        },
      ];
