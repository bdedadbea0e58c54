// Texts of the list of invocations, of what is loaded on demand.

export const addColumnTexts = {
  payload: "Payload",
  output: "Output",
  columnInstead: (source: string) => `$ is the whole ${source}. Use the column for it instead.`,
  thisColumnAlreadyExists: "This column already exists.",
  addColumn: "Add column",
  from: "From",
  path: "Path",
  addColumnPart: " Add column",
} as const;

export const exportDialogTexts = {
  csvForSpreadsheets: "CSV, for spreadsheets",
  jsonForPrograms: "JSON, for programs",
  allMatchesUpTo: (count: string) => `All matches, up to the newest ${count}`,
  onThisPage: (countOf: string) => `The ${countOf} on this page`,
  export: (countOf: string) => `Export ${countOf}`,
  exportInvocations: "Export invocations",
  close: "Close",
  stop: "Stop",
  exportLabel: "Export",
  invocations: "Invocations",
  format: "Format",
  csvHint: (recorded: boolean, zone: string) =>
    `All fields, with ${recorded ? "payload and output where the history has them" : "the full payload and output"}. Times in ${zone}. Cells that look like formulas start with an apostrophe.`,
  jsonFromHistoryHint:
    "All fields as the history has them, with the filters and the time. Cut payloads and outputs are marked.",
  jsonFromApiHint: "The API's objects, with the filters and the time.",
  loaded: (countOf: string) => `${countOf} loaded…`,
  savedAs: (countOf: string) => `${countOf} saved as `,
  onlyThisPage: "Only the matches on this page are in the file.",
  historyMayHaveMore: (count: string) =>
    `There may be more: the file has up to the newest ${count}, and the history may have gaps.`,
  mayHaveMore: (count: string) =>
    `There may be more: the file has the newest ${count}. Narrow the filters to get the rest.`,
  unreadable: (countOf: string, format: string) =>
    `${countOf} unreadable: ${format === "json" ? "under “unreadable” in the file." : "left out. Export as JSON to get them."}`,
} as const;

export const savedViewsTexts = {
  saveAsView: "Save view…",
  theViewWasNotChanged: "The view was not changed",
  viewIsGone: "This saved view no longer exists",
  deletedOrNotShared: "It was deleted or is no longer shared. The list shows the filters of the link.",
  view: (name: string | undefined, state: string | undefined) =>
    `View: ${name ?? "All invocations"}${state === undefined ? "" : `, ${state}`}`,
  allInvocations: "All invocations",
  modified: "modified",
  changedSince: "changed since",
  replaceView: (name: string) => `Replace view ${name}?`,
  changedAfterOpened:
    "It was changed after you opened it. The filters, columns and page size saved then are lost.",
  replaceViewLabel: "Replace view",
  sharingNeedsTheOperatorRole: "Sharing needs the operator role.",
  save: "Save",
  reset: "Reset",
  deleteView: (name: string) => `Delete view ${name}?`,
  deletedForEveryone: "It is deleted for everyone. Links made from it still work.",
  linksMadeStillWork: "Links made from it still work.",
  deleteViewLabel: "Delete view",
  onlyOwnerOrAdmin: (owner: string) => `Only its owner ${owner} or an admin can change this view.`,
  sharedViewsNeedOperatorRole: "Shared views need the operator role.",
  saved: (name: string) => `${name} saved`,
  deleted: (name: string) => `${name} deleted`,
} as const;

export const viewDialogTexts = {
  view: "view",
  saveView: "Save view",
  whatIsSaved: "Saves the filters, columns and page size.",
  name: "Name",
  myDefaultView: "My default view",
  shareWithEveryone: "Share with everyone",
  notSaved: "Not saved",
} as const;

export const viewMenuTexts = {
  allInvocations: "All invocations",
  savedViewsNotLoaded: (failure: string) => `Saved views could not be loaded: ${failure}`,
  personal: "Personal",
  sharedWithEveryone: "Shared with everyone",
  saveAsNewView: "Save as new view…",
  isNoLongerYourDefault: (name: string) => `${name} is no longer your default`,
  isYourDefault: (name: string) => `${name} is your default`,
  stopUsingAsDefault: "Stop using as default",
  useAsDefault: "Use as default",
  rename: "Rename…",
  isNoLongerShared: (name: string) => `${name} is no longer shared`,
  isSharedWithEveryone: (name: string) => `${name} is shared with everyone`,
  stopSharing: "Stop sharing",
  shareWithEveryone: "Share with everyone",
  delete: "Delete…",
  you: "you",
  default: "default",
  open: "open",
} as const;

export const filterValueTexts = {
  enterAValue: "Enter a value.",
} as const;

export const writeFilterTexts = {
  isNot: "is not",
  field: "Field",
  condition: "Condition",
  values: "Values",
  value: "Value",
  appliesToTheNewest: (count: string) => `Applies to the newest ${count} invocations only.`,
  addValue: "Add value…",
  tooManyValues: (count: number) => `Use up to ${count} values.`,
  addFilter: "Add filter",
  changeFilter: "Change filter",
  remove: (value: string) => `Remove ${value}`,
  is: "is",
} as const;
