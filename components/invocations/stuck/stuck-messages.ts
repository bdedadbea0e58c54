// Texts of stuck invocations.

export const stuckEvidenceTexts = {
  apiAllows: (duration: string) => `the API allows ${duration}`,
  notEnoughData: (duration: string) => `more than ${duration}, not enough data on what is usual`,
  mostTookLess: (count: string, duration: string) =>
    `99 % of ${count} successful invocations took less than ${duration}`,
  notRecordedYet: "Open invocations are not recorded yet",
  noStuckInvocations: "No stuck invocations",
  noneFoundSoFar: "No stuck invocations found so far",
  theOldestFor: (age: string) => `, the oldest for ${age}`,
  whatStuckMeans: (times: number, least: string) =>
    `Stuck: running longer than ${times} × the time in which 99 % of the action's successful invocations end, and at least ${least}; or longer than the API allows.`,
  tooFewSuccessful: ({
    count,
    unmeasured,
    minUsual,
    longer,
  }: {
    count: string;
    unmeasured: number;
    minUsual: number;
    longer: string;
  }) =>
    `${count} ${unmeasured === 1 ? "action has" : "actions have"} fewer than ${minUsual} successful invocations and ${unmeasured === 1 ? "counts" : "count"} as stuck after ${longer} at the earliest.`,
  notAllRecorded: "Not all invocations are recorded.",
  lookStuck: (count: string) => `${count} ${count === "1" ? "invocation looks" : "invocations look"} stuck`,
  running: (count: string) => `${count} running`,
  queued: (count: string) => `${count} queued`,
} as const;

export const stuckInvocationsTexts = {
  stuckInvocations: "Stuck invocations",
  notUpToDate: "Not up to date",
  notLoaded: "Stuck invocations could not be loaded",
} as const;
