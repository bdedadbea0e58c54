import { fillBuckets } from "@/lib/charts/series";
import type { Measured } from "@/lib/charts/slope";
import { historySpanMs, type ProcessHistory } from "@/lib/queries/process-history";

/** Longer without a sample is a gap: two polls were missed. */
export const sampleGapMs = 6_500;
const bucketMs = 5_000;

/** Memory over the ten minutes before the newest answer; a step without a sample is null. */
export function memoryBuckets({ samples, readAtMs }: ProcessHistory): readonly (number | null)[] {
  const points = samples.map(({ atMs, memBytes }) => ({ atMs, values: { memBytes } }));
  return fillBuckets(points, { fromMs: readAtMs - historySpanMs, toMs: readAtMs, stepMs: bucketMs }).map(
    ({ values }) => values.memBytes ?? null,
  );
}

/** Memory as measured, for a forecast. */
export const measuredMemory = ({ samples }: ProcessHistory): readonly Measured[] =>
  samples.flatMap(({ atMs, memBytes }) => (memBytes === null ? [] : [{ atMs, value: memBytes }]));
