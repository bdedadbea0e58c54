// Texts of the overview.
import { formatClock, formatDate } from "@/lib/format/full-time";

export const attentionListTexts = {
  needsAttention: "Needs attention",
  showMore: (hidden: number) => `Show ${hidden} more`,
  nothingNeedsAttention: "Nothing needs attention.",
  nothingFoundSoFar: "Nothing found so far. Some checks could not run.",
  nothingElseFound: "Nothing else needs attention.",
} as const;

export const figureRowTexts = {
  figures: "Figures",
  runningSource: "Running invocations, from the dashboard's history",
  notAllAreRecorded: "not all are recorded",
  queuedSource: "Queued invocations, from the dashboard's history",
  stoppedOrLost: (count: string) => `, ${count} stopped or lost`,
  browsersSource: "Browsers in use, from the API's list. Idle browsers of pools count as available.",
  availableSource: "Available browsers in all pools, from the API's counts",
  startedAndEndedSince: (sinceMs: number, untilMs: number, zone: string) => {
    const date = formatDate(sinceMs, zone);
    const day = date === formatDate(untilMs, zone) ? "" : `${date} `;
    return `Invocations that started since ${day}${formatClock(sinceMs, zone, "minute")} and have ended.`;
  },
  couldNotBeRead: "Could not be read",
  running: "Running",
  queued: "Queued",
  failed: "Failed",
  durationP95: "Duration p95",
  browsers: "Browsers",
  available: "Available",
  of: (whole: string) => `of ${whole}`,
  oldest: (age: string) => `oldest ${age}`,
  p50: (duration: string) => `p50 ${duration}`,
} as const;

export const figuresTexts = {
  ofTheNewest: (count: number) => `of the newest ${count}`,
  cannotBeRead: (count: string) => `${count} cannot be read`,
  andCannotBeRead: (count: string) => `, ${count} cannot be read`,
  whereTheSizeIsKnown: " where the size is known",
  missing: (count: string) => `${count} missing`,
  readRows: (isFirstOnly: boolean, rows: string) => `in ${isFirstOnly ? "the first " : ""}${rows}`,
} as const;

export const overviewViewTexts = {
  source: (checked: string | undefined) =>
    `From the API's lists and the dashboard's history.${checked === undefined ? "" : ` Checked: ${checked}.`}`,
  overview: "Overview",
  timeRange: "Time range of the figures and charts",
  partNotLoaded: "Part of this page could not be loaded",
  notUpToDate: "Not up to date",
  apiHasNotAnsweredFor: (age: string | undefined) =>
    age === undefined
      ? "The API has not answered since the dashboard started"
      : `The API has not answered for ${age}`,
} as const;

export const seriesCompletenessTexts = {
  nothingRecordedYet: "Nothing recorded yet",
  oneIsStillOpen: ", one is still open",
  figuresMayBeTooLow: (gaps: string, lasts: string) =>
    `${gaps} in the history${lasts}: figures may be too low`,
  historyIsStillLoading: "History is still loading",
  historyOfTheLastOnly: (age: string) => `History of the last ${age} only`,
} as const;

export const invocationPointsTexts = {
  succeeded: "succeeded",
  failed: "failed",
  running: "running",
  queued: "queued",
  other: "other",
} as const;
