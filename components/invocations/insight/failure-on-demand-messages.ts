// Texts of failures, versions and durations of actions, of what is loaded on demand.

export const actionSheetTexts = {
  olderVersionsAreNotShown: (count: string) =>
    `${count} older ${count === "1" ? "version is" : "versions are"} not shown.`,
  figuresExplained: (comparisonRule: string) =>
    `Shares are of ended invocations. Durations include failed ones and are accurate to 5 %. ${comparisonRule}`,
  verdict: "Verdict",
  firstRan: (sinceVersion: string) => `${sinceVersion} first ran `,
  beforeTheHistory: "before the history",
  comparedWithLastGood: (version: string, baseVersion: string) =>
    `; ${version} is compared with ${baseVersion}, the last good version.`,
  version: (version: string) => `Version ${version}`,
  noVersion: "no version",
  firstInvocation: "first invocation ",
  failedInvocations: "Failed invocations",
  failed: (count: string, invocations: number) =>
    `${count} ${invocations === 1 ? "invocation" : "invocations"}, failed `,
  interruptedNotCompared: (count: string) => ` · ${count} cancelled, stopped or lost, not compared`,
  of: (count: string) => `of ${count}`,
} as const;

export const changeListTexts = {
  failures: "Failures",
  byChance: (percent: string) => `p = ${percent}`,
  noVersion: "no version",
  against: (base: string) => `Against ${base}`,
} as const;

export const failureActionsTexts = {
  acknowledgeThisFailure: "Acknowledge this failure?",
  acknowledgeEffect: "Hides it from Needs attention for everyone until it occurs on a new version.",
  acknowledge: "Acknowledge",
  acknowledged: "Acknowledged",
  muteThisFailure: "Mute this failure?",
  muteEffect: "Hides it from Needs attention for everyone until the time is over.",
  mute: "Mute",
  muted: "Muted",
  reopenThisFailure: "Reopen this failure?",
  reopenEffect: "Shows it in Needs attention again for everyone.",
  reopen: "Reopen",
  reopened: "Reopened",
  openAcknowledge: "Acknowledge…",
  openMute: "Mute…",
  openReopen: "Reopen…",
  failedInThisTime: (count: string, invocations: number, effect: string) =>
    `${count} failed ${invocations === 1 ? "invocation" : "invocations"} in this time range. ${effect}`,
  for: "For",
} as const;

export const failureInvocationsTexts = {
  newestInvocations: "Newest invocations",
  allRecorded: "all recorded",
  newestInAndEarlier: (listed: number, period: string) => `newest ${listed}, in ${period} and earlier`,
} as const;

export const failureSheetTexts = {
  until: ", until ",
  newVersion: (reopenedBy: string) => `${reopenedBy} (new version)`,
  ofAllFailures: (count: string, percent: string) => `${count}, ${percent} of all failures`,
  whereItOccurs: "Where it occurs",
  action: "Action",
  version: "Version",
  firstSeen: "First seen",
  failed: "Failed",
  noAction: "no action",
  state: "State",
  note: "Note",
  reopenedBy: "Reopened by",
  failedInvocations: "Failed invocations",
  lastSeen: "Last seen",
  newestReason: "Newest reason",
  mutedBy: "Muted by",
  setBy: "Set by",
} as const;

export const missingMessageTexts = {
  mostInvokedActions: (actions: number) => `the ${actions} actions with the most invocations`,
  noInvocationOfAction: (time: string) => `No invocation of this action in ${time}.`,
  mostFrequentFailures: (groups: number) => `the ${groups} most frequent failures`,
  noFailureForReason: (time: string) =>
    `No invocation failed for this reason in ${time}. Choose a longer time range.`,
  loading: (time: string) => `Loading ${time}…`,
  notAmongListed: (listed: string, time: string, count: string) =>
    `Not among ${listed} in ${time}. ${count} more are not listed.`,
} as const;
