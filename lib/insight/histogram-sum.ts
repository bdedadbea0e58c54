// Adds up many written histograms at once: counts in one dense list instead of a map for each.
import type { Histogram } from "./histogram.ts";

/** A sum that grows; the place in the list is the bucket. */
export type HistogramSum = number[];

/** Adds what `histogramText` wrote; what does not fit is left out. */
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
    // Not beyond what a duration can be: a damaged row must not make an endless list.
    if (bucket >= 0 && bucket < 1_000) sum[bucket] = (sum[bucket] ?? 0) + count;
  }
}

/** Adds another sum. */
export function addSum(sum: HistogramSum, other: HistogramSum): void {
  for (const [bucket, count] of other.entries()) if (count > 0) sum[bucket] = (sum[bucket] ?? 0) + count;
}

/** The sum as a histogram. */
export function histogramOfSum(sum: HistogramSum): Histogram {
  const counts = new Map<number, number>();
  for (const [bucket, count] of sum.entries()) if (count > 0) counts.set(bucket, count);
  return counts;
}
