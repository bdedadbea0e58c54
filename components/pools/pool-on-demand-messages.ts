// Texts of pools, of what is loaded on demand.

import { proxyTroubleTexts } from "@/lib/format/proxy-trouble-messages";
import { one } from "./pool-messages.ts";

const browsers = (count: string): string => one(count, "browser", "browsers");

export const acquiredListTexts = {
  noRunningInvocation: "no running invocation",
  workUnknown: "work unknown",
  runningInvocation: "running invocation",
  acquiredBrowsers: "Acquired browsers",
  created: "created ",
  atAnUnknownTime: "at an unknown time",
  firstSeenAcquired: "first seen acquired ",
  noKnownInvocation: "no known invocation",
  lastInvocation: "last invocation ",
  invocationInNewTab: (value: string, id: string) => `${value}${id}, in a new tab`,
  browserInNewTab: (id: string) => `browser ${id}, in a new tab`,
  browser: "browser",
  runningFor: "running for ",
  anUnknownTime: "an unknown time",
  noLongerUsesIt: "no longer uses it",
  ended: ", ended ",
  has: "has ",
} as const;

export const comparePoolsTexts = {
  poolsCompared: (count: string) => `${count} pools compared`,
  stopComparing: "Stop comparing",
  selectAnotherPoolBelow: "Select another pool below.",
  notOnThisPage: "Not shown, because they are not on this page: ",
  sizeUnknown: " · size unknown",
  timeRange: "Time range",
  size: (size: string) => ` · size ${size}`,
} as const;

export const createPoolDialogTexts = {
  poolCreated: "Pool created",
  createPool: "Create pool",
  keepsBrowsersReady: "A pool keeps browsers ready for clients.",
  notCreated: "Not created",
} as const;

export const editPoolDialogTexts = {
  giveAReason: "Give a reason.",
  poolSaved: "Pool saved",
  givenLater: "given later",
  editPool: (of: string) => `Edit pool ${of}`,
  savePool: "Save pool",
  notSaved: "Not saved",
  profileNotRemovable: "A profile can be replaced but not removed.",
  restartIdleBrowsers: (count: string) =>
    `Restart ${count === "0" ? "idle browsers" : `the ${count} idle ${browsers(count)}`} with these settings`,
} as const;

export const poolFieldsTexts = {
  name: "Name",
  nameHint: "Letters, digits, period, hyphen and underscore.",
  size: "Size",
  sizeHint: ({ min, max }: { min: number; max: number }) => `Number of browsers, ${min} to ${max}.`,
  otherPoolsHave: (others: string, limit: string) => `Other pools have ${others} of the API's ${limit}.`,
  timeoutHint: (standard: number) => `A browser ends after this time without a client. Empty: ${standard}.`,
  fillRateInPerMinute: "Fill rate in % per minute",
  fillRateHint: (standard: number) => `Share of the size started per minute. Empty: ${standard}.`,
} as const;

export const poolFormTexts = {
  nameInvalid: "Use up to 255 letters, digits, periods, hyphens and underscores.",
  nameNotRemovable: "A name can be replaced but not removed.",
  neverFills: " With a fill rate of 0 it never fills.",
  fullInAbout: (duration: string) => ` Full in about ${duration}.`,
  keepsRunningUntilDeleted: (browsers: string, filled: string) =>
    `Keeps ${browsers} running until the pool is deleted.${filled}`,
  keepsRunningInsteadOf: (browsers: string, count: string) =>
    `Keeps ${browsers} running instead of ${count}.`,
  surplusBrowsersEnd: (browsers: string, count: string) =>
    `Keeps ${browsers} instead of ${count}. Surplus idle browsers end.`,
  fillsPerMinute: (rate: number) => `Fills at ${rate} % of the size per minute.`,
  renamesItTo: (name: string) => `Renames it to ${name}.`,
  restartsTheIdleBrowsers: (count: string) => `Restarts the ${count} idle ${browsers(count)}.`,
  appliesToNewBrowsersOnly: "Applies to new browsers only.",
  noChangesYet: "No changes yet.",
  acquiredKeepRunning: (parts: string, count: string) =>
    `${parts} The ${count} acquired ${count === "1" ? "browser keeps" : "browsers keep"} running.`,
} as const;

export const poolHeadlineTexts = {
  noneAvailable: (browsers: string) => `No browser is available, ${browsers} missing`,
  cannotFill: (count: string, browsers: string) => `Cannot fill: ${count} of ${browsers} missing`,
  allAcquired: "No browser is available, all are acquired",
  emptyInAbout: (emptyIn: string) => `Empty in about ${emptyIn}`,
  fillRateIsZero: (browsers: string) => `${browsers} missing, and the fill rate is 0`,
  missing: (browsers: string) => `${browsers} missing`,
  fillingMissing: (browsers: string) => `Filling: ${browsers} missing`,
  availableNoneMissing: (browsers: string) => `${browsers} available, none missing`,
  atItsSizeInAbout: (minutes: string) => `At its size in about ${minutes}.`,
  takenAndFilled: (taken: string, filled: string) => `${taken} taken, ${filled} filled.`,
  available: (browsers: string) => `${browsers} available`,
} as const;

export const poolLeadTexts = {
  proxyIsDown: (name: string, age: string) =>
    age === "" ? `${proxyTroubleTexts.isDown(name)}.` : `Proxy ${name} has been down for ${age}.`,
  proxyGoesUpAndDown: (name: string) => `${proxyTroubleTexts.goesUpAndDown(name)}.`,
  openProxy: "Open proxy",
} as const;

export const poolSheetTexts = {
  noLongerExists: "This pool no longer exists",
  open: "Open",
  editPools: "edit pools",
  state: "State",
  setFillRateTo: (to: number) => `Set fill rate to ${to} %…`,
  resizeTo: (to: number) => `Resize to ${to}…`,
  edit: "Edit…",
  ofTheSize: (percent: number) => `${percent} % of the size`,
  poolId: "pool id",
  fillRate: "Fill rate",
  timeout: "Timeout",
  proxy: "Proxy",
  profile: "Profile",
  created: "Created",
  id: "Id",
} as const;

export const releaseChoiceTexts = {
  noneListedNow: "No acquired browsers of this pool are listed now.",
  noneSeen: "No acquired browsers of this pool were seen.",
  browsersNotReported: "The API does not report this pool's browsers, and none was seen in the last day.",
  browsersNotLoaded: "The browsers could not be loaded.",
  ofAcquiredAreKnown: ({ known, acquired }: { known: string; acquired: string }) =>
    `${known} of ${acquired} acquired are known`,
  moreExist: (known: string) => `${known}, more exist`,
  invocationsWillFail: (countOf: string, running: number) =>
    `${countOf} of the selected ${running === 1 ? "has" : "have"} a running invocation, which will probably fail.`,
  notAllChecked:
    "Not all running invocations could be checked. A browser without a known invocation may still be in use.",
} as const;

export const fillRateDialogTexts = {
  setFillRateForForecast: "Set fill rate for the forecast",
  forecastsAndAlertsOnly: "Only forecasts and alerts use it. The pool's configuration stays the same.",
  useObservedRate: "Use observed rate",
  setRate: "Set rate",
  notSet: "Not set",
  observedRateUsed: "Observed rate used",
  rateSet: "Rate set",
  browsersPerMinute: "Browsers per minute",
  rateHint: "Empty: the observed rate",
  enterNumber: (most: number) => `Enter a number from 0 to ${most}.`,
} as const;

export const releaseDialogTexts = {
  releaseBrowserOf: (of: string) => `Release browser of ${of}?`,
  browserIsReused: "Its client is disconnected. The browser is cleaned and available again.",
  browserIsReplaced: "Its client is disconnected. The browser ends, and a new one replaces it.",
  releaseBrowser: "Release browser",
  browserReleased: "Browser released",
  cleanAndReuse: "Clean and reuse",
} as const;

export const releaseFormTexts = {
  clientsAreDisconnected: (reuse: boolean) =>
    `Clients are disconnected. ${reuse ? "The browsers are cleaned and available again." : "The browsers end, and new ones replace them."}`,
  otherBrowserIds: "Other browser ids",
  clientsNotReported: "The API does not report whether a client is connected.",
  acquiredBrowsers: "Acquired browsers",
  loadingAcquiredBrowsers: "Loading acquired browsers",
  acquiredNotLoaded: "The acquired browsers could not be loaded",
  youCanEnterIdBelow: (nothing: string) => `${nothing} You can enter an id below.`,
  asLastSeen: "Browsers as last seen. Some may have ended.",
  fromApiList: "From the API's list of browsers",
  aFailedRefresh: "a failed refresh",
  selected: (browsers: string) => `${browsers} selected`,
  selectedOf: (chosen: string, wanted: string) => `${chosen} of ${wanted} selected`,
} as const;

export const releaseManyDialogTexts = {
  releaseBrowsersOf: (of: string) => `Release browsers of ${of}`,
  release: "Release",
  releaseCount: (countOf: string) => `Release ${countOf}`,
  selectBrowserOrEnterId: "Select a browser, or enter its id.",
  tooManyBrowsers: (count: string) => `Up to ${count} browsers can be released at once.`,
  eachIsInTheAudit: "Each is written to the audit.",
  releasingOf: (countOf: string, of: string) => `Releasing ${countOf} of ${of}`,
  releasesAnswered: "Releases answered",
  browser: (id: string) => `Browser ${id}`,
  released: (browsers: string) => `${browsers} released`,
} as const;

export const poolLimitTexts = {
  atLimitOf: (limit: string) => `The API runs ${limit} browsers, its limit, so this pool cannot fill.`,
  running: "Running: ",
  inThisPool: (count: string) => `${count} in this pool`,
  inPool: (count: string) => `${count} in `,
  outsideOfPools: (count: string) => `${count} outside of pools`,
  whatToDo: "End browsers, or make another pool smaller.",
} as const;

export const poolConfigTexts = {
  configuration: "Configuration",
  poolId: "pool id",
  created: "Created",
  id: "Id",
  theApiReportsNoConfiguration: "The API reports no configuration.",
  ofTheSizePerMinute: (percent: number) => `${percent} % of the size per minute`,
  savesChanges: (profile: string) => `${profile}, saves changes`,
  yes: "yes",
  no: "no",
  none: "none",
} as const;

/** The names of a pool's settings, by the API's. */
export const poolFieldNames = {
  name: "Name",
  size: "Size",
  fill_rate_per_minute: "Fill rate",
  timeout_seconds: "Timeout",
  proxy_id: "Proxy",
  profile: "Profile",
  extensions: "Extensions",
  viewport: "Window",
  headless: "Headless",
  stealth: "Stealth",
  kiosk_mode: "Kiosk",
  telemetry: "Capture",
} as const;

export const poolDriftTexts = {
  browsersNotReported: "The API does not report this pool's browsers, and none was seen.",
  browsersNotLoaded: "The browsers could not be loaded.",
  drift: "Drift from the configuration",
  notComparedYet: "Not compared yet.",
  noAcquiredBrowsersNow: "No acquired browsers now.",
  allMatch: (count: string) =>
    `${one(count, "The acquired browser matches", `All ${count} acquired browsers match`)} the configuration.`,
  someDiffer: ({ differing, compared }: { differing: string; compared: string }) =>
    `${differing} of ${compared} acquired ${one(compared, "browser", "browsers")} ${one(differing, "differs", "differ")}: started before the configuration changed, or changed by a client.`,
  browser: "Browser",
  created: "Created",
  field: "Field",
  pool: "Pool",
  browserHas: "Browser has",
  none: "none",
  noneOrUnknown: "none or unknown",
  source: (source: string) =>
    `${source === "list" ? "From the API's list of browsers" : "Browsers as last seen"}. Idle browsers and extensions are not compared.`,
  notAllBrowsers: "Not all browsers",
} as const;

export const poolLeversTexts = {
  fixes: "Fixes",
  shouldLast: "Make the pool last",
} as const;

export const poolRemediesTexts = {
  emptyButFilling: "The pool is empty but fills faster than browsers are taken. No change needed.",
  lastsLongEnough: (minutes: string) => `The pool lasts ${minutes} or longer. No change needed.`,
  resizeTo: (to: number) => `Resize to ${to}…`,
  setFillRateTo: (to: number) => `Set fill rate to ${to} %…`,
  release: (count: string) => `Release ${count}…`,
  howThisIsCalculated: "How this is calculated",
  calculation: ({
    available,
    missing,
    duration,
    taken,
    started,
    lost,
    takenRate,
    lostRate,
    fillRate,
    slowRate,
    fastRate,
    windows,
  }: {
    available: string;
    missing: string;
    duration: string;
    taken: string;
    started: string;
    lost: string;
    takenRate: string;
    lostRate: string;
    fillRate: string;
    slowRate: string;
    fastRate: string;
    windows: number;
  }) =>
    `Now ${available} available and ${missing} missing. Browsers in ${duration} of samples: ${taken} taken, ${started} started, ${lost} lost. The forecast uses ${takenRate} taken, ${lostRate} lost and, while browsers are missing, ${fillRate} filled. The band uses the 10th and 90th percentile of what was taken: ${slowRate} and ${fastRate}, from ${windows} overlapping windows. Times in which the size changed are left out.`,
} as const;

export const remedyMessageTexts = {
  releasingBrowsersWontBeEnough: "Releasing browsers won't be enough.",
  noBrowserMissing: "A higher fill rate won't help: no browser is missing.",
  highestRateNotEnough: (max: number) => `Even the highest fill rate (${max} %) won't be enough.`,
  currentRateNotReached: "A higher fill rate may not help: the pool does not reach the current one.",
  fillRateNotReported: "The API does not report the fill rate.",
  largestSizeNotEnough: (max: number) => `Even the largest possible size (${max}) won't be enough.`,
  higherRateAtApiLimit: "A higher fill rate won't help: the API is at its limit of browsers.",
  largerSizeAtApiLimit: "A larger size won't help: the API is at its limit of browsers.",
  neverRunsEmpty: "never runs empty",
  notKnown: "Not known.",
  releaseAcquired: ({ count, by, effect }: { count: string; by: number; effect: string }) =>
    `Release ${count} acquired ${by === 1 ? "browser" : "browsers"}: ${effect}.`,
  raiseTheSizeTo: ({ from, to, effect }: { from: string; to: number; effect: string }) =>
    `Raise the size${from} to ${to}: ${effect}.`,
  raiseFillRateTo: ({ from, to, rate, effect }: { from: string; to: number; rate: string; effect: string }) =>
    `Raise the fill rate${from} to ${to} %, ${rate} more: ${effect}.`,
  lasts: (time: string) => `lasts ${time}`,
  from: (value: string) => ` from ${value}`,
} as const;

export const acquirePoolDialogTexts = {
  acquireBrowserOf: (of: string) => `Acquire browser of ${of}?`,
  yoursUntilReleased: (count: string) =>
    `${count === "0" ? "No browser is available right now. The next one" : one(count, "The available browser", `One of ${count} available browsers`)} is yours until you release it or it times out.`,
  acquireBrowserConfirm: "Acquire browser",
  waitUpToInSeconds: "Wait up to, in seconds",
  enterWaitSeconds: (longestWaitSeconds: number) => `Enter a whole number from 0 to ${longestWaitSeconds}.`,
  noBrowserBecameAvailable: (seconds: number) =>
    `No browser became available within ${seconds} s. Try again, or raise the pool's size.`,
} as const;

const idleEnd = (count: string): string =>
  count === "0" ? "" : `Its ${count} idle ${one(count, "browser ends", "browsers end")}. `;

export const deletePoolDialogTexts = {
  deletePoolQuestion: (name: string) => `Delete pool ${name}?`,
  idleBrowsersEnd: (count: string) => `${idleEnd(count)}This cannot be undone.`,
  acquiredMustEndToo: ({ available, acquired }: { available: string; acquired: string }) =>
    `${idleEnd(available)}${acquired} ${one(acquired, "is", "are")} acquired and must end too. This cannot be undone.`,
  deletePoolConfirm: "Delete pool",
  poolDeleted: "Pool deleted",
  alsoEndAcquired: (count: string, acquired: number) =>
    `Also end the ${count} acquired ${acquired === 1 ? "browser" : "browsers"} and disconnect ${acquired === 1 ? "its client" : "their clients"}`,
} as const;

export const flushPoolDialogTexts = {
  flushPoolQuestion: (name: string) => `Flush pool ${name}?`,
  idleBrowsersReplaced: ({ available, acquired }: { available: string; acquired: string }) =>
    [
      available === "0"
        ? "No browser is idle right now."
        : `${available} idle ${one(available, "browser ends and is", "browsers end and are")} replaced at the pool's fill rate.`,
      acquired === "0" ? "" : `The ${acquired} acquired ${one(acquired, "one keeps", "ones keep")} running.`,
    ]
      .join(" ")
      .trim(),
  flushPoolConfirm: "Flush pool",
  poolFlushed: "Pool flushed",
} as const;
