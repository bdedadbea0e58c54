// Texts of the audit.

export const actOutcomeTexts = {
  done: "Done.",
  answeredWithAnError: "Answered with an error.",
  notPermitted: "Not permitted. Nothing was done.",
  outcomeUnknown: "No answer was recorded, so it may or may not have been done. Check the object.",
  waitingForTheAnswer: "Waiting for the answer.",
} as const;

export const auditColumnsTexts = {
  times: (count: number) => ` ${count} times`,
  partOutcomes: (ended: string) => ` · ${ended}`,
  outcome: "Outcome",
  act: "Act",
  reason: "Reason",
  duration: "Duration",
  fromRequestToAnswer: "From request to answer",
  when: "When",
} as const;

export const auditFilterBarTexts = {
  anyOutcome: "Any outcome",
  anyTime: "Any time",
  object: "Object",
  objectNameOrId: "Name or id of the object",
  person: "Person",
  time: "Time range",
  request: "Request",
  removeRequestFilter: "Remove request filter",
  batch: "Batch",
  removeBatchFilter: "Remove batch filter",
} as const;

export const auditSearchParamsTexts = {
  onlyFirstPageLive: "Only the first page is live.",
  timeFilterInPast: "The time filter ends in the past.",
  from: (time: string) => `from ${time}`,
  last: (span: string) => `last ${span}`,
  until: (time: string) => `until ${time}`,
  person: (name: string) => `person ${name}`,
  act: (act: string) => `act ${act}`,
  outcome: (outcome: string) => `outcome ${outcome}`,
  object: (object: string) => `object ${object}`,
  request: (id: string) => `request ${id}`,
  batch: (id: string) => `batch ${id}`,
} as const;

export const auditViewTexts = {
  noActsYet: "No acts yet",
  actsAppearHere:
    "Every change and download made with this dashboard appears here, with who made it and its outcome.",
  audit: "Audit",
  notForYourRole: "Not for your role",
  fromTheDashboardsAudit: "From the dashboard's audit",
  acts: "Acts",
  linkedActNotOnPage: "The act of this link is not on this page. It opens when its page is shown.",
} as const;

export const exportActsMenuTexts = {
  auditExported: "Audit exported",
  exportCsv: "Export the audit as CSV",
  exportJson: "Export the audit as JSON",
  alreadyExporting: "An export is already running.",
  auditNotExported: "The audit was not exported",
  export: "Export",
  allMatchesUpTo: (count: string, zone: string) =>
    `All matches, up to the newest ${count}. Times in ${zone}.`,
  csvForSpreadsheets: "CSV, for spreadsheets",
  jsonForPrograms: "JSON, for programs",
} as const;
