// Texts of the overview, of what is loaded on demand.

export const invocationChartsTexts = {
  noInvocationsInThisTime: "No invocations in this time range",
  couldNotBeRead: "Could not be read",
  invocationsByStatus: "Invocations by status",
  byStartTime: "by start time",
  duration: "Duration",
  ofEndedInvocations: "of ended invocations, within 5 %",
  invocationsChart: "Invocations by start time and status",
  durationChart: "Duration of ended invocations by start time",
  source: (what: string, duration: string) =>
    `From the dashboard's history, ${what}, in steps of ${duration}.`,
} as const;

export const lastActionsTexts = {
  lastActs: "Last acts",
  audit: "Audit",
  auditNotLoaded: "The audit could not be loaded",
  couldNotBeRead: "Could not be read",
  noActsYet: "No acts yet",
} as const;

export const poolMultiplesTexts = {
  theFirstPoolsOnly: (count: string) => `The first ${count} pools only`,
  pools: "Pools",
  all: (countText: string) => `All ${countText}`,
  source: "From the dashboard's samples of the last hour. Gaps: no answer from the API",
  capacityNotUpToDate: "Capacity over time not up to date",
  capacityCouldNotBeRead: "Capacity over time could not be read",
  noPoolsYet: "No pools yet",
  couldNotBeRead: "Could not be read",
  pool: (name: string) => `Pool ${name}`,
  capacityOfLastHour: (name: string) => `Capacity of ${name}, last hour`,
  available: ({
    available,
    isSizeUnknown,
    size,
  }: {
    available: string;
    isSizeUnknown: boolean;
    size: string;
  }) => `${available}${isSizeUnknown ? "" : ` of ${size}`} available`,
} as const;
