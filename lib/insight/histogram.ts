// Histograms of durations with exponentially growing buckets. They can be added, and values can be removed exactly.

/** Maximum relative error of a quantile, for values of at least a millisecond. */
export const relativeError = 0.05;

const growth = (1 + relativeError) / (1 - relativeError);
const logGrowth = Math.log(growth);

/** Counts by bucket. Bucket 0 is everything below 1; bucket n > 0 is (growth^(n-2), growth^(n-1)]. */
export type Histogram = ReadonlyMap<number, number>;

export const emptyHistogram: Histogram = new Map();

const bucketOf = (value: number): number =>
  value < 1 ? 0 : Math.max(1, Math.ceil(Math.log(value) / logGrowth - 1e-9) + 1);

/** The value with equal relative distance to both ends of its bucket. */
const middleOf = (bucket: number): number =>
  bucket === 0 ? 0 : bucket === 1 ? 1 : (2 * growth ** (bucket - 1)) / (growth + 1);

const isDuration = (value: number) => Number.isFinite(value) && value >= 0;

function shifted(histogram: Histogram, bucket: number, by: number): Histogram {
  const counts = new Map(histogram);
  const count = (counts.get(bucket) ?? 0) + by;
  if (count > 0) counts.set(bucket, count);
  else counts.delete(bucket);
  return counts;
}

/** Adds a value in milliseconds; invalid durations (negative, not finite) are ignored. */
export const withValue = (histogram: Histogram, value: number): Histogram =>
  isDuration(value) ? shifted(histogram, bucketOf(value), 1) : histogram;

/** Removes a value that was added before. */
export const withoutValue = (histogram: Histogram, value: number): Histogram =>
  isDuration(value) ? shifted(histogram, bucketOf(value), -1) : histogram;

/** Removes the durations of invocations that were added before; null: without one. */
export function withoutInvocations(
  histogram: Histogram,
  removed: Iterable<{ duration_ms: number | null; invocations: number | string }>,
): Histogram {
  const counts = new Map(histogram);
  for (const { duration_ms: value, invocations } of removed) {
    if (value === null || !isDuration(value)) continue;
    const bucket = bucketOf(value);
    const count = (counts.get(bucket) ?? 0) - Number(invocations);
    if (count > 0) counts.set(bucket, count);
    else counts.delete(bucket);
  }
  return counts;
}

/** Number of values. */
export function countOf(histogram: Histogram): number {
  let count = 0;
  for (const each of histogram.values()) count += each;
  return count;
}

/** The quantile `share` (0 to 1); undefined when empty. */
export function quantile(histogram: Histogram, share: number): number | undefined {
  const count = countOf(histogram);
  if (count === 0) return undefined;
  const wanted = Math.max(1, Math.ceil(Math.min(1, share) * count));
  let seen = 0;
  for (const bucket of [...histogram.keys()].sort((a, b) => a - b)) {
    seen += histogram.get(bucket) ?? 0;
    if (seen >= wanted) return middleOf(bucket);
  }
  return undefined;
}

/** The values that a histogram has in addition to an earlier one, each within `relativeError`, with their number. */
export function addedValues(before: Histogram, after: Histogram): { value: number; count: number }[] {
  return [...after].flatMap(([bucket, count]) => {
    const added = count - (before.get(bucket) ?? 0);
    return added > 0 ? [{ value: middleOf(bucket), count: added }] : [];
  });
}

/** Serializes as JSON: alternating bucket and count, buckets ascending, so that equal histograms give equal text. */
export const histogramText = (histogram: Histogram): string =>
  JSON.stringify([...histogram].sort(([a], [b]) => a - b).flat());

/** Parses output of `histogramText`; invalid entries are skipped. */
export function histogramOf(text: string): Histogram {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return emptyHistogram;
  }
  const counts = new Map<number, number>();
  if (!Array.isArray(read)) return counts;
  for (let at = 0; at + 1 < read.length; at += 2) {
    const bucket: unknown = read[at];
    const count: unknown = read[at + 1];
    if (typeof bucket === "number" && typeof count === "number" && count > 0) counts.set(bucket, count);
  }
  return counts;
}
