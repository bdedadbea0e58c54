// A pool's counts over time, cut where nothing was measured: no sum and no rate ever reaches across a gap.

/** One poll of a pool. Null: the upstream gave no answer. */
export interface CountSample {
  readonly at_ms: number;
  readonly available: number | null;
  readonly acquired: number | null;
  readonly size: number | null;
}

/** A poll that was answered. */
export interface Measured {
  readonly atMs: number;
  readonly available: number;
  readonly acquired: number;
  readonly size: number | null;
}

/** Browsers that live in the pool. */
export const heldOf = ({ available, acquired }: Measured): number => available + acquired;

/** Browsers missing to the size: never below zero, null without a size. */
export const unfilledOf = (sample: Measured): number | null =>
  sample.size === null ? null : Math.max(0, sample.size - heldOf(sample));

/** Answered polls in order of time, a new stretch after each unanswered one and each silence beyond `maxSilenceMs`. */
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

/** Polls lie further apart, also where tests run them faster: counts missing so closely before a sample are where the
 *  clock was set back. */
const breakMs = 10;

/**
 * The newest answers, oldest first, as far as no silence between two is beyond `maxSilenceMs`; none when the newest poll
 * has none. For what is told by the counts of two moments: a poll without an answer between them takes nothing from
 * that, or an API that fails now and then would hide that a pool cannot fill.
 */
export function lastAnswers(samples: readonly CountSample[], maxSilenceMs: number): readonly Measured[] {
  if (samples.at(-1)?.available === null) return [];
  const parts = samples.findLastIndex((sample, at) => {
    const next = samples[at + 1];
    return sample.available === null && next !== undefined && next.at_ms - sample.at_ms < breakMs;
  });
  const answered = samples.slice(parts + 1).filter(({ available }) => available !== null);
  return stretchesOf(answered, maxSilenceMs).at(-1) ?? [];
}

/** Two neighbouring polls and what happened between them, as far as the counts tell. */
export interface Step {
  readonly before: Measured;
  readonly after: Measured;
  readonly ms: number;
  /** Browsers that came beyond those that went; 0 when the pool shrank. */
  readonly started: number;
  /** Browsers that went beyond those that came. */
  readonly lost: number;
  /** Out of the available ones into someone's hands, less what came back: negative when more came back. */
  readonly taken: number;
}

/** Acquiring and giving back move a browser inside the pool: only the sum of both counts tells of filling. */
export function stepsOf(stretch: readonly Measured[]): readonly Step[] {
  return stretch.slice(1).flatMap((after, index) => {
    const before = stretch[index];
    if (before === undefined) return [];
    const rise = heldOf(after) - heldOf(before);
    const started = Math.max(0, rise);
    return [
      {
        before,
        after,
        ms: after.atMs - before.atMs,
        started,
        lost: Math.max(0, -rise),
        taken: before.available - after.available + started,
      },
    ];
  });
}
