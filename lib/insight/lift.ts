// Attributes that failed invocations have in common: how much more frequent one is among them than among all.

/** An ended invocation with its attributes of one kind, possibly none or several; undefined: unknown. */
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
 * Attributes of at least `support` failed invocations with a lift of at least `least`, among the invocations whose
 * attributes are known; highest lift first, then most failures.
 */
export function liftsOf(
  invocations: readonly Attributed[],
  { support, least }: { support: number; least: number },
): Lift[] {
  const known = invocations.flatMap(({ failed, values }) =>
    values === undefined ? [] : [{ failed, values }],
  );
  const failed = known.filter((invocation) => invocation.failed).length;
  const counts = new Map<string, { failedWith: number; endedWith: number }>();
  for (const invocation of known)
    for (const value of new Set(invocation.values)) {
      const count = counts.get(value) ?? { failedWith: 0, endedWith: 0 };
      counts.set(value, {
        failedWith: count.failedWith + (invocation.failed ? 1 : 0),
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
