// Statistics of proportions.

/** A count out of a total; whole numbers, `part` at most `whole`. */
export interface Counted {
  readonly part: number;
  readonly whole: number;
}

/** Normal deviate of a two-sided 95 % interval. */
export const z95 = 1.959963984540054;
/** The same for 99 %. */
export const z99 = 2.5758293035489;

/** The share, 0 to 1; null without a sample. */
export const shareOf = ({ part, whole }: Counted): number | null => (whole > 0 ? part / whole : null);

/**
 * Wilson score interval of a share, 95 % by default. Stays within 0 and 1 and is accurate for small samples and rare
 * events. Null without a sample.
 */
export function wilson({ part, whole }: Counted, z = z95): { low: number; high: number } | null {
  if (whole <= 0) return null;
  const share = part / whole;
  const z2 = z * z;
  const middle = (share + z2 / (2 * whole)) / (1 + z2 / whole);
  const half = (z / (1 + z2 / whole)) * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole * whole));
  return {
    low: part === 0 ? 0 : Math.max(0, middle - half),
    high: part === whole ? 1 : Math.min(1, middle + half),
  };
}

/** z-score of the second share over the first with pooled variance; 0 without variance. */
export function deviate(base: Counted, newer: Counted): number {
  if (base.whole <= 0 || newer.whole <= 0) return 0;
  const pooled = (base.part + newer.part) / (base.whole + newer.whole);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / base.whole + 1 / newer.whole));
  return error === 0 ? 0 : (newer.part / newer.whole - base.part / base.whole) / error;
}

/**
 * Two-sided p-value of a normal deviate, by the complementary error function of Numerical Recipes (relative error below
 * 1.2e-7).
 */
export function chanceOf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  const sum = terms.reduceRight((inner, term) => term + t * inner, 0);
  return Math.min(1, t * Math.exp(-x * x + sum));
}
