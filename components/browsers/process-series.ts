import { fillBuckets } from "@/lib/charts/series";
import type { Measured } from "@/lib/charts/slope";
import { historySpanMs, type ProcessSample } from "@/lib/queries/process-history";

/** Longer without a sample is a gap: two polls were missed. */
export const sampleGapMs = 6_500;
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
