// Flap score of a proxy: over the newest 21 verdicts (20 steps), the weighted share of steps at which the verdict
// changed, from 0 (never) to 100 (every time). Weights grow linearly from 0.8 for the oldest step to 1.2 for the newest,
// so that recent changes count half again as much as old ones.

export const flapRule = {
  verdicts: 21,
  fewest: 3,
  oldestWeight: 0.8,
  newestWeight: 1.2,
  flappingFrom: 30,
} as const;

export type Verdict = "available" | "unavailable";

const isVerdict = (status: string): status is Verdict => status === "available" || status === "unavailable";

/** The verdicts among statuses; other statuses are skipped. */
export const verdictsOf = (statuses: readonly string[]): readonly Verdict[] => statuses.filter(isVerdict);

/** The flap score of verdicts, oldest first: 0 to 100, or null when there are fewer than three. */
export function flapScore(verdicts: readonly Verdict[]): number | null {
  const counted = verdicts.slice(-flapRule.verdicts);
  if (counted.length < flapRule.fewest) return null;
  const steps = counted.length - 1;
  const { oldestWeight, newestWeight } = flapRule;
  let changed = 0;
  let all = 0;
  for (let step = 0; step < steps; step += 1) {
    const weight = oldestWeight + ((newestWeight - oldestWeight) * step) / (steps - 1);
    all += weight;
    if (counted[step] !== counted[step + 1]) changed += weight;
  }
  return Math.min(100, (100 * changed) / all);
}

/** Whether a score counts as flapping. */
export const isFlapping = (score: number | null): boolean => score !== null && score >= flapRule.flappingFrom;
