// Texts of the list of browsers, of what is loaded on demand.
import { formatCount } from "@/lib/format/numbers";

export const browserFilterFormTexts = {
  field: "Field",
  condition: "Condition",
  is: "is",
  isNot: "is not",
  value: "Value",
  enterAValue: "Enter a value.",
  valueTooLong: (count: number) => `Use up to ${count} characters.`,
  appliesToTheNewest: (count: string) => `Applies to the newest ${count} browsers only.`,
  addFilter: "Add filter",
} as const;

export const createBrowserDialogTexts = {
  runsUntil: (duration: string) => `Runs until you end it, or until no client was connected for ${duration}.`,
  name: "Name",
  nameHint: "Unique among active browsers.",
  startUrl: "Start address",
  startUrlHint: "The page it opens first.",
  tags: "Tags",
  oneTagALine: "Enter one tag a line, such as team=checkout.",
  tagTwice: (key: string) => `The tag ${key} is there twice.`,
  browserStarted: "Browser started",
  startBrowser: "Start browser",
  notStarted: "Not started",
  profileHint: "Empty: starts without cookies and saves none.",
  timeoutHint: (standard: number) => `Ends after this time without a client. Empty: ${standard}.`,
} as const;

export const endBrowsersDialogTexts = {
  end: (countOf: string) => `End ${countOf}?`,
  clientsDisconnected: "Every connected client is disconnected. This cannot be undone.",
  mayBeSavedFirst: (countOf: string) => `${countOf} may save changes to a profile first.`,
  alreadyEndedAndSkipped: (count: string, skipped: number) =>
    `${count} already ended and ${skipped === 1 ? "is" : "are"} skipped.`,
  goneBefore: (count: number) => `${formatCount(count)} had already ended`,
  endAct: (countOf: string) => `End ${countOf}`,
  eachIsInTheAudit: "Each is written to the audit.",
  ending: (countOf: string) => `Ending ${countOf}`,
  browsersAnswered: "Browsers answered",
  browser: (id: string) => `Browser ${id}`,
  ended: (browsers: string) => `${browsers} ended`,
} as const;

export const selectedBrowsersBarTexts = {
  endBrowsers: "end browsers",
  alreadyEnded: "The selected browsers have already ended.",
  tooManySelected: (count: string) => `Up to ${count} browsers can be ended at once.`,
  selectedBrowsers: "Selected browsers",
  selected: (countOf: string) => `${countOf} selected`,
  end: "End…",
} as const;
