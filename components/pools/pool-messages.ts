// Texts and numbers of a forecast.
import type { ConfiguredRate, FillRate, PoolInsight, TimeToEmpty } from "@/lib/bff/pool-insight";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { minutesLeft } from "@/lib/insight/pool-condition";
import { formatForecast, formatMinutes, formatRate } from "./pool-numbers.ts";

/** Short form of the time to empty. `available`: the newest count. */
export function formatTimeToEmpty(insight: PoolInsight, available: number): string {
  const minutes = minutesLeft({ available }, insight);
  if (minutes === undefined) return "–";
  if (minutes === null) return "not emptying";
  return minutes === 0 ? "empty now" : formatForecast(minutes);
}

/** Range of the time to empty: `12 min to 40 min`, `from 12 min`; without a time, what data is missing. */
export function formatBand(insight: PoolInsight, available: number): string {
  const { empty, sampled_at_ms: sampled, size, consumption } = insight;
  if (available === 0) return "No browser is available";
  if (sampled === null) return "No recent samples";
  if (size === null) return "The API does not report its size";
  if (consumption === null || empty === null || insight.available === 0) return "Not enough data yet";
  return bandOf(empty);
}

function bandOf({ minutes, earliest_minutes: earliest, latest_minutes: latest }: TimeToEmpty): string {
  if (earliest === null) return "Not even at the fastest rate";
  if (minutes === null) return `At the fastest rate in ${formatForecast(earliest)}`;
  if (latest === null) return `${formatForecast(earliest)} at the fastest rate, not at the slowest`;
  return `${formatForecast(earliest)} to ${formatForecast(latest)}`;
}

/** Source of the fill rate. */
export function formatSource({ source, set, learned, configured }: FillRate): string {
  if (source === "set" && set !== null) return `set by ${set.by}`;
  if (source === "learned" && learned !== null)
    return `observed: ${formatCount(learned.browsers)} in ${formatMinutes(learned.minutes)}`;
  if (source === "configured" && configured !== null) {
    if (configured.percent === 0) return "configured as 0 %";
    return `as configured, ${learned === null ? "not observed yet" : poolForecastTexts.observedRate(formatRate(learned.per_minute))}`;
  }
  return "not configured, not observed yet";
}

/** A configured rate in the API's unit and in browsers: `10 % of the size, 4/min`. */
export const formatConfiguredRate = ({ percent, per_minute }: Omit<ConfiguredRate, "met">): string =>
  `${percent} % of the size, ${formatRate(per_minute)}`;

/** Alarm about a pool's filling; undefined where there is none. */
export function alarmMessage({ state }: PoolInsight): { title: string; evidence: string } | undefined {
  if (state.kind !== "cannot_fill") return undefined;
  const { evidence, cause } = state;
  const over = formatDuration(evidence.to_ms - evidence.from_ms);
  const shrunk =
    evidence.shrunk === 0
      ? "it stayed the same"
      : evidence.shrunk > 0
        ? `it fell by ${evidence.shrunk}`
        : `it rose by ${-evidence.shrunk}`;
  const moved = `${evidence.started} started, ${evidence.lost} lost`;
  return {
    title: `Cannot fill: ${formatCount(evidence.unfilled_now)} missing`,
    evidence: `In ${over} the number of missing browsers should have fallen by ${expectedText(evidence.expected)}, but ${shrunk} (${moved}). ${
      cause === "lost" ? "Browsers are lost as fast as they start." : "Too few browsers start."
    }`,
  };
}

const one = (count: string, single: string, several: string): string => (count === "1" ? single : several);

const expectedText = (expected: number): string => String(Math.round(expected * 10) / 10);

export const acquirePoolButtonTexts = {
  acquireBrowsers: "acquire browsers",
  acquireBrowser: "Acquire browser…",
  acquire: "Acquire…",
  acquireBrowserOf: (of: string) => `Acquire browser of ${of}?`,
  oneAvailableBrowsersYoursUntil: (count: string) =>
    `${count === "0" ? "No browser is available right now. The next one" : one(count, "The available browser", `One of ${count} available browsers`)} is yours until you release it or it times out.`,
  acquireBrowserConfirm: "Acquire browser",
  waitUpToInSeconds: "Wait up to, in seconds",
  enterWaitSeconds: (longestWaitSeconds: number) => `Enter a whole number from 0 to ${longestWaitSeconds}.`,
  noBrowserBecameAvailable: (seconds: number) =>
    `No browser became available within ${seconds} s. Try again, or raise the pool's size.`,
} as const;

export const deletePoolButtonTexts = {
  deletePools: "delete pools",
  deletePool: "Delete pool…",
  delete: "Delete…",
  deletePoolQuestion: (name: string) => `Delete pool ${name}?`,
  idleBrowsersEndCannotUndone: (count: string) =>
    `Its ${count} idle ${one(count, "browser ends", "browsers end")}. This cannot be undone.`,
  idleBrowsersEndAcquiredMust: ({ available, acquired }: { available: string; acquired: string }) =>
    `Its ${available} idle ${one(available, "browser ends", "browsers end")}. ${acquired} ${one(acquired, "is", "are")} acquired and must end too. This cannot be undone.`,
  deletePoolConfirm: "Delete pool",
  poolDeleted: "Pool deleted",
  alsoEndAcquiredDisconnectTheir: (count: string, acquired: number) =>
    `Also end the ${count} acquired ${acquired === 1 ? "browser" : "browsers"} and disconnect ${acquired === 1 ? "its client" : "their clients"}`,
} as const;

export const flushPoolButtonTexts = {
  flushPools: "flush pools",
  flushPool: "Flush pool…",
  flush: "Flush…",
  flushPoolQuestion: (name: string) => `Flush pool ${name}?`,
  idleBrowsersEndReplacedPools: ({ available, acquired }: { available: string; acquired: string }) =>
    `${available} idle ${one(available, "browser ends and is", "browsers end and are")} replaced at the pool's fill rate. The ${acquired} acquired ${one(acquired, "one keeps", "ones keep")} running.`,
  flushPoolConfirm: "Flush pool",
  poolFlushed: "Pool flushed",
} as const;

export const poolActionsTexts = {
  releaseBrowsers: "release browsers",
  editPools: "edit pools",
  releaseBrowsersInPalette: "Release browsers…",
  editPool: "Edit pool…",
  release: "Release…",
  edit: "Edit…",
  acquiredHere: "Acquired here",
  acquiredByYouHere: "Acquired by you here",
  browserId: "browser id",
  openBrowser: "Open browser",
} as const;

export const poolChartTexts = {
  nothingRecordedInThisTime: "Nothing recorded in this time range",
  theHistoryStarts: "The history starts ",
  capacityOfOverTime: (of: string) => `Capacity of ${of} over time`,
  lastEmptyAt: "Last empty at ",
  neverEmptyAtLeastAvailable: (count: string) => `Never empty, at least ${count} available`,
  atLeastAvailableWhereRecorded: (count: string) => `At least ${count} available where recorded`,
  recordedSince: "Recorded since ",
  lineLastValuePerStep: "Line: last value per step. Pale band: lowest value",
  capacityOverTimeNotUp: "Capacity over time not up to date",
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

export const poolControlsTexts = {
  timeRangeOfTheCharts: "Time range of the charts",
  selectedRange: "Selected range",
  resetZoom: "Reset zoom",
} as const;

export const poolDriftTexts = {
  apiDoesNotReportPools: "The API does not report this pool's browsers, and none was seen.",
  browsersCouldNotLoaded: "The browsers could not be loaded.",
  drift: "Drift from the configuration",
  notComparedYet: "Not compared yet.",
  noAcquiredBrowsersNow: "No acquired browsers now.",
  allAcquiredBrowsersMatchConfiguration: (count: string) =>
    `${one(count, "The acquired browser matches", `All ${count} acquired browsers match`)} the configuration.`,
  acquiredBrowsersDifferStartedBefore: ({ differing, compared }: { differing: string; compared: string }) =>
    `${differing} of ${compared} acquired ${one(compared, "browser", "browsers")} ${one(differing, "differs", "differ")}: started before the configuration changed, or changed by a client.`,
  browser: "Browser",
  created: "Created",
  field: "Field",
  pool: "Pool",
  browserHas: "Browser has",
  none: "none",
  noneOrUnknown: "none or unknown",
  idleBrowsersExtensionsNotCompared: (source: string) =>
    `${source === "list" ? "From the API's list of browsers" : "Browsers as last seen"}. Idle browsers and extensions are not compared.`,
  notAllBrowsers: "Not all browsers",
} as const;

export const poolForecastTexts = {
  samplesLast6H: (count: string) => `From ${count} ${one(count, "sample", "samples")} of the last 6 h`,
  notEnoughDataYet: "Not enough data yet",
  takenIn: ({ taken, duration }: { taken: string; duration: string }) => `${taken} taken in ${duration}`,
  observedRate: (rate: string) => `observed ${rate}`,
  slowerThanConfigured: (rate: string) => `slower than the configured ${rate}`,
  observedBetween: ({
    lowest,
    highest,
    browsers,
    duration,
  }: {
    lowest: string;
    highest: string;
    browsers: string;
    duration: string;
  }) => `Observed: ${lowest} to ${highest}, from ${browsers} browsers in ${duration} of samples`,
  observedOnceTwoStarted: "Observed once two browsers have started at the pool's present size",
  timeToEmpty: "Time to empty",
  taken: "Taken",
  fillRate: "Fill rate",
} as const;

export const poolOutlookTexts = {
  rateOf5Min: "Rate of 5 min",
  rateOf15Min: "Rate of 15 min",
  rateOf1H: "Rate of 1 h",
  forecast: "Forecast",
  rateFrom: "Rate measured over",
  fixes: "Fixes",
  shouldLast: "Make the pool last",
} as const;

export const poolRemediesTexts = {
  poolEmptyButFillsFaster: "The pool is empty but fills faster than browsers are taken. No change needed.",
  poolLastsLongerNoChangeNeeded: (minutes: string) =>
    `The pool lasts ${minutes} or longer. No change needed.`,
  resizeTo: (to: number) => `Resize to ${to}…`,
  setFillRateTo: (to: number) => `Set fill rate to ${to} %…`,
  release: (count: string) => `Release ${count}…`,
  howThisIsCalculated: "How this is calculated",
  nowAvailableMissingSamplesBrowsers: ({
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

export const poolViewTexts = {
  countsFromTheApi: "Counts from the API",
  poolCouldNotLoaded: "The pool could not be loaded",
  poolDoesNotExist: "This pool does not exist",
  allPools: "All pools",
  mayHaveBeenDeletedRenamed: "It may have been deleted or renamed.",
  overTime: "Over time",
  timeRangeOfTheChart: "Time range of the chart",
} as const;

export const setFillRateButtonTexts = {
  setFillRate: "Set fill rate…",
  thereIsNoForecast: "There is no forecast to set it for.",
} as const;

export const remedyMessageTexts = {
  releasingBrowsersWontBeEnough: "Releasing browsers won't be enough.",
  higherFillRateWontHelpNo: "A higher fill rate won't help: no browser is missing.",
  evenHighestFillRateWont: (max: number) => `Even the highest fill rate (${max} %) won't be enough.`,
  higherFillRateMayNot: "A higher fill rate may not help: the pool does not reach the current one.",
  apiDoesNotReportFill: "The API does not report the fill rate.",
  evenLargestSizeWontEnough: (max: number) => `Even the largest possible size (${max}) won't be enough.`,
  higherFillRateWontHelpLimit: "A higher fill rate won't help: the API is at its limit of browsers.",
  largerSizeWontHelpLimit: "A larger size won't help: the API is at its limit of browsers.",
  neverRunsEmpty: "never runs empty",
  notKnown: "Not known.",
  releaseAcquired: ({ count, by, effect }: { count: string; by: number; effect: string }) =>
    `Release ${count} acquired ${by === 1 ? "browser" : "browsers"}: ${effect}.`,
  raiseTheSizeTo: ({ from, to, effect }: { from: string; to: number; effect: string }) =>
    `Raise the size${from} to ${to}: ${effect}.`,
  raiseFillRateMore: ({
    from,
    to,
    rate,
    effect,
  }: {
    from: string;
    to: number;
    rate: string;
    effect: string;
  }) => `Raise the fill rate${from} to ${to} %, ${rate} more: ${effect}.`,
  lasts: (time: string) => `lasts ${time}`,
  from: (value: string) => ` from ${value}`,
} as const;
