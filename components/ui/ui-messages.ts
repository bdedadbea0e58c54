// Texts of elements of the interface.
import { formatCount } from "@/lib/format/numbers";

export const buttonTexts = {
  working: "Working",
} as const;

export const comboboxTexts = {
  suggestions: "Suggestions",
} as const;

export const copyButtonTexts = {
  copy: "Copy",
  copied: "Copied",
} as const;

export const copyTexts = {
  notCopied: "Not copied",
  clipboardRefused: "The browser refused access to the clipboard.",
} as const;

export const customRangeTexts = {
  enterBothTimes: "Enter both times.",
  endNotAfterStart: "The end must be after the start.",
  chooseUpToDays: (longestDays: number) => `Choose up to ${longestDays} days.`,
  startInFuture: "The start must not be in the future.",
  customRange: "Custom range",
  custom: "Custom…",
  from: "From",
  to: "To",
  comesTwice: (end: string, time: string) => `${end}: ${time} comes twice on this day`,
  firstTime: (offset: string) => `First, ${offset}`,
  secondTime: (offset: string) => `Second, ${offset}`,
  timesIn: (zone: string) => `Times in ${zone}`,
  apply: "Apply",
} as const;

export const dataFreshnessTexts = {
  ageAndSource: (subject: string) => `Age and source of ${subject}`,
  couldNotBeRefreshed: "Could not be refreshed.",
  justNow: "just now",
  read: (age: string, fullTime: string) => `Read ${age}, ${fullTime}`,
} as const;

export const descriptionListTexts = {
  copy: (what: string) => `Copy ${what}`,
} as const;

export const dialogButtonsTexts = {
  cancel: "Cancel",
  inProgress: "In progress.",
} as const;

export const errorStateTexts = {
  thisCouldNotBeLoaded: "This could not be loaded",
  retry: "Retry",
  request: (requestId: string) => `request ${requestId}`,
  copyRequestId: "Copy request id",
} as const;

export const fieldTexts = {
  optional: " (optional)",
  pastedTextCut: (limit: number) =>
    `The pasted text was cut: at most ${formatCount(limit)} characters fit here.`,
} as const;

export const filterChipTexts = {
  removeFilter: (label: string, text: string) => `Remove filter ${label} ${text}`,
} as const;

export const selectTexts = {
  choose: "Choose…",
} as const;

export const loadPartTexts = {
  notLoaded: "Part of this page was not loaded",
  appearsLater: "It appears once the dashboard answers. If it does not, reload the page.",
} as const;

/** Lengths of time to choose from. */
export const spanLabels = {
  minutes30: "30 min",
  hour: "1 hour",
  hours4: "4 hours",
  hours8: "8 hours",
  day: "1 day",
  days7: "7 days",
} as const;

export const staleBadgeTexts = {
  stale: (age: string | undefined) => (age === undefined ? "stale" : `stale · ${age}`),
} as const;

export const switchTexts = {
  state: (isOn: boolean) => (isOn ? "on" : "off"),
} as const;

/** The word of each status of an invocation, a proxy and a browser. */
export const statusTexts = {
  queued: "queued",
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  available: "available",
  unavailable: "unavailable",
  checking: "checking",
  unchecked: "unchecked",
  active: "active",
  ended: "ended",
  unknown: "unknown",
} as const;
