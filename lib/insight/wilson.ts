/** z of a two-sided 99 %. */
const z = 2.576;

/**
 * The interval in which a true share lies with 99 % certainty when `hits` of `count` were seen (Wilson's score
 * interval, which holds for few and for none as well). Nothing seen: anything from 0 to 1.
 */
export function shareBand(hits: number, count: number): { low: number; high: number } {
  if (count <= 0) return { low: 0, high: 1 };
  const share = hits / count;
  const spread = 1 + (z * z) / count;
  const middle = (share + (z * z) / (2 * count)) / spread;
  const half = (z / spread) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
