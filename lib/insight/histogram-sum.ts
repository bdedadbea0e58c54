// Sums many serialized histograms in one dense array instead of a map for each.
import type { Histogram } from "./histogram.ts";

/** A mutable sum; the index is the bucket. */
export type HistogramSum = number[];

/** Adds output of `histogramText`; invalid entries are skipped. */
export function addText(sum: HistogramSum, text: string): void {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return;
  }
  if (!Array.isArray(read)) return;
  for (let at = 0; at + 1 < read.length; at += 2) {
    const bucket: unknown = read[at];
    const count: unknown = read[at + 1];
    if (typeof bucket !== "number" || typeof count !== "number" || !(count > 0)) continue;
    // Bounded by the longest duration: a corrupt row must not grow the array without limit.
    if (bucket >= 0 && bucket < 1_000) sum[bucket] = (sum[bucket] ?? 0) + count;
  }
}

/** Adds another sum. */
export function addSum(sum: HistogramSum, other: HistogramSum): void {
  for (const [bucket, count] of other.entries()) if (count > 0) sum[bucket] = (sum[bucket] ?? 0) + count;
}

/** Converts the sum to a histogram. */
export function histogramOfSum(sum: HistogramSum): Histogram {
  const counts = new Map<number, number>();
  for (const [bucket, count] of sum.entries()) if (count > 0) counts.set(bucket, count);
  return counts;
}
