// Texts and numbers of a forecast.
import type { ConfiguredRate, FillRate, PoolInsight, TimeToEmpty } from "@/lib/bff/pool-insight";
import { minuteMs } from "@/lib/bff/time-units";
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

export interface FillAlarm {
  readonly cause: string;
  /** Browsers started per minute, and in the whole time. */
  readonly perMinute: number;
  readonly started: string;
  /** How it was found. */
  readonly evidence: string;
}

/** Why a pool does not fill; undefined where it does, or nothing is missing. `unfilled`: the newest count. */
export function fillAlarm(
  { unfilled = 0 }: { readonly unfilled: number | undefined },
  { state }: PoolInsight,
): FillAlarm | undefined {
  if (state.kind !== "cannot_fill" || unfilled === 0) return undefined;
  const {
    cause,
    evidence: { from_ms: fromMs, to_ms: toMs, shrunk, started, lost, expected },
  } = state;
  const duration = formatDuration(toMs - fromMs);
  return {
    cause: cause === "lost" ? poolAlarmTexts.lost : poolAlarmTexts.stalled,
    perMinute: (started * minuteMs) / Math.max(1, toMs - fromMs),
    started: poolAlarmTexts.startedIn({ started: formatCount(started), lost: formatCount(lost), duration }),
    evidence: poolAlarmTexts.evidence({ duration, expected: String(Math.round(expected * 10) / 10), shrunk }),
  };
}

const poolAlarmTexts = {
  lost: "Browsers are lost as fast as they start.",
  stalled: "Too few browsers start.",
  startedIn: ({ started, lost, duration }: { started: string; lost: string; duration: string }) =>
    `${started} started, ${lost} lost in ${duration}`,
  evidence: ({ duration, expected, shrunk }: { duration: string; expected: string; shrunk: number }) =>
    `In ${duration} the number of missing browsers should have fallen by ${expected}, but it ${
      shrunk === 0 ? "stayed the same" : shrunk > 0 ? `fell by ${shrunk}` : `rose by ${-shrunk}`
    }.`,
} as const;

/** The form of a noun or verb for a count, as it is written. */
export const one = (count: string, single: string, several: string): string =>
  count === "1" ? single : several;

export const poolActsTexts = {
  loading: "Loading…",
  acquireBrowsers: "acquire browsers",
  editPools: "edit pools",
  releaseBrowsers: "release browsers",
  flushPools: "flush pools",
  deletePools: "delete pools",
  acquireBrowser: "Acquire browser…",
  editPool: "Edit pool…",
  releaseBrowsersInPalette: "Release browsers…",
  flushPool: "Flush pool…",
  deletePool: "Delete pool…",
  acquire: "Acquire…",
  edit: "Edit…",
  more: "More",
  release: "Release…",
  pin: "Pin…",
  editPin: "Edit pin…",
  flush: "Flush…",
  delete: "Delete…",
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
  howToRead: "Line: last value per step. Pale band: lowest value",
  capacityNotUpToDate: "Capacity over time not up to date",
} as const;

export const poolControlsTexts = {
  timeRangeOfTheCharts: "Time range of the charts",
  selectedRange: "Selected range",
  resetZoom: "Reset zoom",
} as const;

export const poolForecastTexts = {
  source: (count: string) => `From ${count} ${one(count, "sample", "samples")} of the last 6 h`,
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
  filled: "Filled",
  taken: "Taken",
  fillRate: "Fill rate",
} as const;

export const poolOutlookTexts = {
  rateOf5Min: "Rate of 5 min",
  rateOf15Min: "Rate of 15 min",
  rateOf1H: "Rate of 1 h",
  forecast: "Forecast",
  rateFrom: "Rate measured over",
} as const;

export const poolViewTexts = {
  countsFromTheApi: "Counts from the API",
  poolNotLoaded: "The pool could not be loaded",
  tab: (name: string) => `Pool ${name}`,
  poolDoesNotExist: "This pool does not exist",
  allPools: "All pools",
  mayBeDeletedOrRenamed: "It may have been deleted or renamed.",
  overTime: "Over time",
  timeRangeOfTheChart: "Time range of the chart",
} as const;

export const setFillRateButtonTexts = {
  setFillRate: "Set fill rate…",
  thereIsNoForecast: "There is no forecast to set it for.",
} as const;
