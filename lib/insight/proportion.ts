// Shares of counted things, and what can be said of them from a sample. Pure.

/** So many of so many; whole numbers, `part` at most `whole`. */
export interface Counted {
  readonly part: number;
  readonly whole: number;
}

/** The normal deviate of a two-sided 95 %. */
export const z95 = 1.959963984540054;
/** The same of 99 %. */
export const z99 = 2.5758293035489;

/** The share, 0 to 1; null of nothing. */
export const shareOf = ({ part, whole }: Counted): number | null => (whole > 0 ? part / whole : null);

/**
 * Wilson's interval of the share behind a sample, of 95 % unless told: it stays within 0 and 1 and is honest for few
 * and for rare things. Null of nothing.
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

/** How many of its standard errors the second share lies above the first, by the pooled share; 0 when nothing varies. */
export function deviate(base: Counted, newer: Counted): number {
  if (base.whole <= 0 || newer.whole <= 0) return 0;
  const pooled = (base.part + newer.part) / (base.whole + newer.whole);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / base.whole + 1 / newer.whole));
  return error === 0 ? 0 : (newer.part / newer.whole - base.part / base.whole) / error;
}

/**
 * The chance of a deviate at least this far from 0, on either side, when nothing differs. By the complementary error
 * function of Numerical Recipes (off by less than 1.2e-7 of itself).
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
