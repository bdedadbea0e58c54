// What failing runs have in common: how much more usual an attribute is among them than among all. Pure.

/** One ended run with its attributes of one kind; undefined: not known. A run may have several of a kind, or none. */
export interface Attributed {
  readonly failed: boolean;
  readonly values: readonly string[] | undefined;
}

export interface Lift {
  readonly value: string;
  readonly failedWith: number;
  readonly failed: number;
  readonly endedWith: number;
  readonly ended: number;
  readonly lift: number;
}

/**
 * Attributes that at least `support` failed runs have and that are at least `least` times as usual among failed runs
 * as among all, of the runs whose attributes are known; the highest lift first, then the more failures.
 */
export function liftsOf(
  runs: readonly Attributed[],
  { support, least }: { support: number; least: number },
): Lift[] {
  const known = runs.flatMap(({ failed, values }) => (values === undefined ? [] : [{ failed, values }]));
  const failed = known.filter((run) => run.failed).length;
  const counts = new Map<string, { failedWith: number; endedWith: number }>();
  for (const run of known)
    for (const value of new Set(run.values)) {
      const count = counts.get(value) ?? { failedWith: 0, endedWith: 0 };
      counts.set(value, {
        failedWith: count.failedWith + (run.failed ? 1 : 0),
        endedWith: count.endedWith + 1,
      });
    }
  return [...counts]
    .map(([value, count]) => ({
      value,
      ...count,
      failed,
      ended: known.length,
      lift: failed === 0 ? 0 : (count.failedWith * known.length) / (failed * count.endedWith),
    }))
    .filter(({ failedWith, lift }) => failedWith >= support && lift >= least)
    .sort((a, b) => b.lift - a.lift || b.failedWith - a.failedWith || (a.value < b.value ? -1 : 1));
}
