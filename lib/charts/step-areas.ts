/** Stacked areas of step values as SVG paths, for drawings without axes. */
import type { SeriesPoint } from "./series.ts";

/**
 * One closed path per key, the first at the bottom, in a box of `width` by `height` from `fromMs` to `toMs`. Each point
 * holds until the next; a point without values is a gap. Edges lie on whole pixels, so that neighbours leave no seam.
 */
export function stepAreas<Key extends string>(
  points: readonly SeriesPoint<Key>[],
  keys: readonly Key[],
  {
    fromMs,
    toMs,
    width,
    height,
    max,
  }: { fromMs: number; toMs: number; width: number; height: number; max: number },
): ReadonlyMap<Key, string> {
  const xOf = (atMs: number) =>
    Math.round(Math.min(1, Math.max(0, (atMs - fromMs) / Math.max(1, toMs - fromMs))) * width);
  const yOf = (value: number) => Math.round((height - (value / Math.max(1, max)) * height) * 10) / 10;
  const paths = new Map<Key, string>(keys.map((key) => [key, ""]));
  points.forEach((point, at) => {
    const [left, right] = [xOf(point.atMs), xOf(points[at + 1]?.atMs ?? toMs)];
    if (right <= left) return;
    let below = 0;
    for (const key of keys) {
      const value = point.values[key] ?? 0;
      if (value <= 0) continue;
      const [bottom, top] = [yOf(below), yOf(below + value)];
      below += value;
      paths.set(key, `${paths.get(key) ?? ""}M${left} ${bottom}V${top}H${right}V${bottom}z`);
    }
  });
  return paths;
}
