// Attributes that failed invocations have in common: how much more frequent one is among them than among all.

/** In how many failed invocations, and in how many ended ones in all, an attribute was found. */
export interface AttributeCount {
  readonly value: string;
  readonly failedWith: number;
  readonly endedWith: number;
}

/** Numbers of failed invocations, and of ended ones in all, whose attributes of one kind are known. */
export interface KnownCount {
  readonly failed: number;
  readonly ended: number;
}

export interface Lift extends AttributeCount, KnownCount {
  readonly lift: number;
}

/** Attributes of at least `support` failed invocations with a lift of at least `least`; highest lift first, then most
 *  failures. */
export function liftsOf(
  counts: readonly AttributeCount[],
  { failed, ended }: KnownCount,
  { support, least }: { support: number; least: number },
): Lift[] {
  return counts
    .map((count) => ({
      ...count,
      failed,
      ended,
      lift: failed === 0 ? 0 : (count.failedWith * ended) / (failed * count.endedWith),
    }))
    .filter(({ failedWith, lift }) => failedWith >= support && lift >= least)
    .sort((a, b) => b.lift - a.lift || b.failedWith - a.failedWith || (a.value < b.value ? -1 : 1));
}
