// Texts of failures, versions and durations of actions.

export const actionSectionTexts = {
  regressionsFirst: "Regressions first",
  mostFailuresFirst: "Most failures first",
  highestShareFirst: "Highest share first",
  slowestP95First: "Slowest p95 first",
  mostInvokedFirst: "Most invoked first",
  byName: "By name",
  actions: "Actions",
  orderOfActions: "Order of actions",
  actionsWithFewerInvocations: "actions with fewer invocations",
} as const;

export const actionTableTexts = {
  verdict: "Verdict",
  verdictHint: "Newest version against earlier ones. Needs 30 ended invocations of each.",
  action: "Action",
  noAction: "no action",
  comparison: "Comparison",
  invocations: "Invocations",
  failed: "Failed",
  failedHint: "Share of ended invocations, with its 95 % interval.",
  medianHint: "Median duration, failed invocations included. Accurate to 5 %.",
  failureShare: "Failure share",
  noEndedInvocations: "No ended invocations",
  failureShareTrend: ({ highest, last }: { highest: string; last: string }) =>
    `Failure share over time, highest ${highest}, last ${last}`,
  noInvocationsInThisTime: "No invocations recorded in this time range",
  actionsAppearHere: "Actions appear here with their versions compared as soon as two versions have run.",
  actions: "Actions",
} as const;

export const failureSectionTexts = {
  needsAttention: "Needs attention",
  allFailures: "All failures",
  failures: "Failures",
  acknowledgedOrMuted: (count: string) => `${count} acknowledged or muted`,
  failuresShown: "Failures shown",
  kindsWithFewerFailures: "kinds with fewer failures",
} as const;

export const failureShareTexts = {
  noneEnded: "none ended",
  failedWithInterval: ({
    failed,
    ended,
    low,
    high,
  }: {
    failed: string;
    ended: string;
    low: string;
    high: string;
  }) => `${failed} of ${ended} ended invocations failed; 95 % interval ${low} to ${high}`,
  failedOfEnded: ({ failed, ended }: { failed: string; ended: string }) => `${failed} of ${ended}`,
  interval: ({ low, high }: { low: string; high: string }) => ` · ${low}–${high}`,
} as const;

export const failureTableTexts = {
  noReasonGiven: "No reason given",
  state: "State",
  reason: "Reason",
  reasonHint: "The common part of the reasons, without ids, numbers and addresses.",
  failures: "Failures",
  ofAll: (percent: string) => `· ${percent} of all`,
  overTime: "Over time",
  failuresTrend: (count: string, max: number) =>
    `${count} ${count === "1" ? "failure" : "failures"} over time, at most ${max} per step`,
  versions: "Versions",
  firstSeen: "First seen",
  firstSeenHint: "In the whole history, not only in this time range.",
  lastSeen: "Last seen",
  needsAttention: "needs attention",
  noFailuresInThisTime: "No failures recorded in this time range",
  failuresAppearHere: "Failed invocations appear here, grouped by reason.",
} as const;

export const insightViewTexts = {
  invocations: "Invocations",
  fromHistory: (period: string) => `From the dashboard's history: invocations started in ${period}`,
  loading: (period: string) => `Loading ${period}…`,
  time: "Time range",
} as const;

export const nothingRecordedTexts = {
  nothingRecordedYet: "Nothing recorded yet",
  figuresAppearHere: "Actions and failures appear here as soon as the dashboard has read the invocations.",
  apiDoesNotAnswer: "The API does not answer",
  figuresAppearOnAnswer: "No invocations are recorded yet. Actions and failures appear here once it answers.",
  openConnection: "Open connection",
} as const;

export const leftOutTexts = {
  moreAreNotListed: (count: string, what: string) => `${count} more ${what} are not listed`,
} as const;

export const sharedAttributesTableTexts = {
  nothingInCommon: "The failed invocations have nothing in common that others do not.",
  whatFailedHaveInCommon: "What failed invocations have in common",
  shared: "Shared",
  ofFailed: "Of failed",
  ofAll: "Of all",
  ratioHint: "Share of failed divided by share of all",
  ratio: "Ratio",
  countOfTotal: ({ count, total }: { count: string; total: string }) => `${count} of ${total} `,
  kinds: {
    app: "Application",
    action: "Action",
    version: "Version",
    pool: "Pool",
    proxy: "Proxy",
    profile: "Profile",
  },
  proxyAndProfileKnown: ({
    isNewestOnly,
    examined,
    known,
    knownFailed,
    failed,
  }: {
    isNewestOnly: boolean;
    examined: string;
    /** Undefined: none. */
    known: string | undefined;
    knownFailed: string;
    failed: string;
  }) => {
    const ended = `${examined} ended invocations`;
    return known === undefined
      ? `Proxy and profile are unknown for ${isNewestOnly ? "the newest" : "all"} ${ended}.`
      : `Proxy and profile are known for ${known} of ${isNewestOnly ? "the newest " : ""}${ended} (${knownFailed} of ${failed} failed).`;
  },
} as const;

export const spikePanelTexts = {
  failuresNow: "Failures now",
  spikeNotLoaded: "The failure spike could not be loaded",
  dayCompared: (completeness: string) => `Day compared: ${completeness}`,
  notUpToDateRead: " · not up to date, read ",
  whatFailedHaveInCommon: (count: string) => `What the ${count} failed invocations have in common`,
  noneEnded: "none ended",
  failedOfEnded: (percent: string, count: string) => `${percent} of ${count} failed`,
  interruptedNotCounted: (count: string) => ` (${count} cancelled, stopped or lost not counted)`,
  recentAndDayBefore: ({
    recent,
    minutes,
    cut,
    before,
  }: {
    recent: string;
    minutes: number;
    cut: string;
    before: string;
  }) => `${recent} in the last ${minutes} min${cut}; ${before} in the day before`,
  failureSpike: (details: string) => `Failure spike: ${details}`,
  noFailureSpike: (details: string) => `No failure spike: ${details}`,
  notEnoughData: ({ recent, base, details }: { recent: number; base: number; details: string }) =>
    `Not enough data for spike detection yet (${recent} invocations now and ${base} before are needed): ${details}`,
} as const;

export const verdictBadgeTexts = {
  noDifference: "no difference",
  notEnoughData: "not enough data",
  worse: "worse",
  better: "better",
} as const;
