import type { RecordedSample } from "@/lib/bff/process-samples";
import { fillBuckets } from "@/lib/charts/series";
import type { Measured } from "@/lib/charts/slope";
import { formatChosenDuration } from "@/lib/format/duration";
import { formatPercent } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { historySpanMs, type ProcessSample } from "@/lib/queries/process-history";
import { processSeriesTexts } from "./process-messages.ts";

const bucketMs = 5_000;
/** Span of the small chart, and minimum span of the large one. */
const shortSpanMs = 10 * 60_000;

/** The span to draw: from the first sample, at most half an hour and at least ten minutes. */
export function spanOf(samples: readonly ProcessSample[], toMs: number): { fromMs: number; toMs: number } {
  const firstMs = samples[0]?.atMs ?? toMs;
  return { fromMs: Math.min(toMs - shortSpanMs, Math.max(firstMs, toMs - historySpanMs)), toMs };
}

/** Memory over the ten minutes before `toMs`; a step without a sample is null. */
export function memoryBuckets(samples: readonly ProcessSample[], toMs: number): readonly (number | null)[] {
  const points = samples.map(({ atMs, memBytes }) => ({ atMs, values: { memBytes } }));
  return fillBuckets(points, { fromMs: toMs - shortSpanMs, toMs, stepMs: bucketMs }).map(
    ({ values }) => values.memBytes ?? null,
  );
}

/** Memory samples for a forecast. */
export const measuredMemory = (samples: readonly ProcessSample[]): readonly Measured[] =>
  samples.flatMap(({ atMs, memBytes }) => (memBytes === null ? [] : [{ atMs, value: memBytes }]));

/** Percent of one core. */
export const formatCpu = (percent: number | null | undefined): string =>
  formatPercent(percent === null || percent === undefined ? percent : percent / 100);

/** Longer periods without a sample are gaps. Aggregated samples have the time of the last one in their
 *  step. */
export const pastGapMs = (stepMs: number | null): number =>
  stepMs === null ? paces.samples.processGapMs : 2 * stepMs;

/** The span of all recorded samples, at least ten minutes; undefined without any. */
export function recordedSpanOf(samples: readonly RecordedSample[], beganMs: number | null) {
  const toMs = samples.at(-1)?.at_ms;
  if (toMs === undefined || beganMs === null) return undefined;
  return { fromMs: Math.min(beganMs, toMs - shortSpanMs), toMs };
}

/** What one point represents. */
export const formatSampleStep = (stepMs: number | null): string =>
  stepMs === null
    ? processSeriesTexts.everySampleIsDrawn
    : processSeriesTexts.drawnInSteps(formatChosenDuration(stepMs));
