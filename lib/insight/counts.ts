// A pool's counts over time, split at gaps: no sum or rate spans a gap.

/** One poll of a pool. Null: the poll failed. */
export interface CountSample {
  readonly at_ms: number;
  readonly available: number | null;
  readonly acquired: number | null;
  readonly size: number | null;
}

/** A successful poll. */
export interface Measured {
  readonly atMs: number;
  readonly available: number;
  readonly acquired: number;
  readonly size: number | null;
}

/** Browsers in the pool. */
export const heldOf = ({ available, acquired }: Measured): number => available + acquired;

/** Browsers missing to the size: never below zero, null without a size. */
export const unfilledOf = (sample: Measured): number | null =>
  sample.size === null ? null : Math.max(0, sample.size - heldOf(sample));

/** Successful polls in time order, split after each failed one and each distance beyond `maxSilenceMs`. */
export function stretchesOf(samples: readonly CountSample[], maxSilenceMs: number): readonly Measured[][] {
  const stretches: Measured[][] = [];
  let stretch: Measured[] = [];
  const close = () => {
    if (stretch.length > 0) stretches.push(stretch);
    stretch = [];
  };
  for (const { at_ms: atMs, available, acquired, size } of samples) {
    const before = stretch.at(-1);
    if (before !== undefined && atMs - before.atMs > maxSilenceMs) close();
    if (available === null || acquired === null) close();
    else stretch.push({ atMs, available, acquired, size });
  }
  close();
  return stretches;
}

/**
 * The newest answered polls, oldest first, while no two are further apart than `maxSilenceMs`; none if only polls that failed
 * followed them for longer than `heldMs`. For figures that depend on the counts at two times only: a failed poll in between
 * does not invalidate them, and an occasionally failing API must not hide that a pool cannot fill.
 */
export function lastAnswers(
  samples: readonly CountSample[],
  maxSilenceMs: number,
  heldMs = 0,
): readonly Measured[] {
  const answer = samples.findLast(({ available }) => available !== null);
  const newest = samples.at(-1);
  if (answer === undefined || newest === undefined || newest.at_ms - answer.at_ms > heldMs) return [];
  const newestFirst: Measured[] = [];
  for (let at = samples.length - 1; at >= 0; at -= 1) {
    const { at_ms: atMs, available = null, acquired = null, size = null } = samples[at] ?? {};
    if (atMs === undefined || available === null) continue;
    const after = newestFirst.at(-1);
    if (acquired === null || (after !== undefined && after.atMs - atMs > maxSilenceMs)) break;
    newestFirst.push({ atMs, available, acquired, size });
  }
  return newestFirst.reverse();
}

/** Two consecutive polls and the changes between them that the counts show. */
export interface Step {
  readonly before: Measured;
  readonly after: Measured;
  readonly ms: number;
  /** Net arrivals; 0 when the pool shrank. */
  readonly started: number;
  /** Net losses; 0 when the pool grew. */
  readonly lost: number;
  /** Acquired minus released. */
  readonly taken: number;
}

/** Acquiring and releasing move a browser within the pool, so filling shows in the sum of both counts only. */
export function stepsOf(stretch: readonly Measured[]): readonly Step[] {
  const steps: Step[] = [];
  let before: Measured | undefined;
  for (const after of stretch) {
    if (before !== undefined) {
      const rise = heldOf(after) - heldOf(before);
      const started = Math.max(0, rise);
      steps.push({
        before,
        after,
        ms: after.atMs - before.atMs,
        started,
        lost: Math.max(0, -rise),
        taken: before.available - after.available + started,
      });
    }
    before = after;
  }
  return steps;
}
