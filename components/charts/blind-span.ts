import { formatDuration } from "@/lib/format/duration";
import type { LegendEntry } from "./chart-frame.tsx";

/** A time that was not recorded, epoch milliseconds. */
export interface BlindSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Names what is hatched and how long it lasted; nothing where everything was recorded. */
export const blindLegend = (spans: readonly BlindSpan[]): readonly LegendEntry[] =>
  spans.length === 0
    ? []
    : [
        {
          key: "not-recorded",
          label: "not recorded",
          swatch: "hatched bg-warn-bg",
          value: formatDuration(spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)),
        },
      ];
