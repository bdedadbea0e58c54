import type { RecordedSample } from "@/lib/bff/process-samples";
import { fillBuckets } from "@/lib/charts/series";
import type { Measured } from "@/lib/charts/slope";
import { formatDuration } from "@/lib/format/duration";
import { formatPercent } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { historySpanMs, type ProcessSample } from "@/lib/queries/process-history";

const bucketMs = 5_000;
/** What is drawn in small, and the least that is drawn in large. */
const shortSpanMs = 10 * 60_000;

/** The time to draw: from the first sample on, half an hour at most and ten minutes at least. */
export function spanOf(samples: readonly ProcessSample[], toMs: number): { fromMs: number; toMs: number } {
  const firstMs = samples[0]?.atMs ?? toMs;
  return { fromMs: Math.min(toMs - shortSpanMs, Math.max(firstMs, toMs - historySpanMs)), toMs };
}

/** Memory over the ten minutes before a moment; a step without a sample is null. */
export function memoryBuckets(samples: readonly ProcessSample[], toMs: number): readonly (number | null)[] {
  const points = samples.map(({ atMs, memBytes }) => ({ atMs, values: { memBytes } }));
  return fillBuckets(points, { fromMs: toMs - shortSpanMs, toMs, stepMs: bucketMs }).map(
    ({ values }) => values.memBytes ?? null,
  );
}

/** Memory as measured, for a forecast. */
export const measuredMemory = (samples: readonly ProcessSample[]): readonly Measured[] =>
  samples.flatMap(({ atMs, memBytes }) => (memBytes === null ? [] : [{ atMs, value: memBytes }]));

/** Percent of one core. */
export const formatCpu = (percent: number | null | undefined): string =>
  formatPercent(percent === null || percent === undefined ? percent : percent / 100);

/** Longer without a sample is a gap in all that was recorded; steps are told at their last answer. */
export const pastGapMs = (stepMs: number | null): number =>
  stepMs === null ? paces.samples.processGapMs : 2 * stepMs;

/** The time to draw of all that was recorded, ten minutes at least; undefined where nothing was. */
export function pastSpan(samples: readonly RecordedSample[], beganMs: number | null) {
  const toMs = samples.at(-1)?.at_ms;
  if (toMs === undefined || beganMs === null) return undefined;
  return { fromMs: Math.min(beganMs, toMs - shortSpanMs), toMs };
}

/** What one point stands for. */
export const pastStepWords = (stepMs: number | null): string =>
  stepMs === null
    ? "Each is drawn."
    : `Drawn by ${formatDuration(stepMs)}: the mean and the most of the CPU, the most memory.`;
