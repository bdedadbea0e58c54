// What insight requires and reads at most. Without schemas: pages load it for their texts.

/** Sample sizes and differences that a comparison of versions requires. */
export const insightRules = {
  /** Ended invocations of each version required to compare failure shares and medians. */
  sample: 30,
  /** Ended invocations of each version required to compare p95. */
  tailSample: 100,
  /** Minimum difference of failure shares, and maximum two-sided p-value. */
  points: 0.05,
  chance: 0.01,
  /** Minimum ratio of durations, and minimum difference. */
  medianRatio: 1.25,
  tailRatio: 1.5,
  minMs: 20,
} as const;

export const insightLimits = {
  actions: 100,
  versions: 20,
  groups: 100,
  invocations: 5_000,
  /** Characters of a masked reason. */
  reasonKey: 240,
  /** The newest similar failures whose sessions are read. */
  similar: 500,
  noteMax: 500,
} as const;

export const spikeRules = {
  minutes: 15,
  /** Ended invocations required for a verdict, and failed ones required for a ranking. */
  recent: 20,
  base: 30,
  failed: 5,
  points: 0.1,
  chance: 0.01,
  /** Minimum number of failed invocations with an attribute, and minimum lift, for it to be listed. */
  support: 5,
  lift: 1.1,
} as const;
