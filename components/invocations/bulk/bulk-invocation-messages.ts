// Texts of acts on many invocations.
import { formatCount } from "@/lib/format/numbers";

export const bulkBarTexts = {
  tooManySelected: ({ most, selected }: { most: string; selected: string }) =>
    `Select up to ${most} invocations. ${selected} are selected.`,
  apiCannotCancel: "This API cannot cancel invocations.",
  noneQueuedOrRunning: "None of the selected invocations is queued or running.",
  copiedTheIdsOf: (countOf: string) => `Copied the ids of ${countOf}`,
  selectedInvocations: "Selected invocations",
  runAgain: "Run again…",
  cancel: "Cancel…",
  copyIds: "Copy ids",
  export: "Export…",
} as const;

export const bulkDialogTexts = {
  runAgain: (invocations: string) => `Run ${invocations} again?`,
  runAgainAct: (invocations: string) => `Run ${invocations} again`,
  noneCanRunAgain: "None of the selected invocations can be run again.",
  runAgainLabel: "run again",
  cancelQuestion: (invocations: string) => `Cancel ${invocations}?`,
  cancelNamed: (invocations: string) => `Cancel ${invocations}`,
  keepRunning: "Keep running",
  invocation: (id: string) => `Invocation ${id}`,
  tooManySelected: (count: string) => `Select up to ${count} invocations.`,
  invocationsAnswered: "Invocations answered",
  newInvocations: "New invocations",
  copyIdsOfNewInvocations: "Copy ids of new invocations",
  from: "from ",
} as const;

export const bulkPlanTexts = {
  amongTheNewest: "Among the newest: ",
  /** `bare` of those that are started have no payload. */
  starts: ({ started, bare }: { started: number; bare: number }) =>
    `Starts ${started === 1 ? "1 new invocation" : `${formatCount(started)} new invocations`}${bare === 0 ? "" : `; ${formatCount(bare)} ${bare === 1 ? "has" : "have"} no payload`}.`,
  sameActionAndPayload: (timeout: string) =>
    `Same application, version, action and payload. Asynchronous, with the default timeout of ${timeout}.`,
  payloadsMayBeMissing: (count: string) =>
    `${count} of them may have had a payload that the history does not have. They run without one.`,
  someStillOpen: (count: string, open: number) =>
    `${count} of them ${open === 1 ? "is still queued or running and continues" : "are still queued or running and continue"}.`,
  skippedActionUnknown: (count: string) => `${count} skipped: application, version or action unknown.`,
  skippedPayloadTooLong: (count: string, cut: number) =>
    `${count} skipped: payload too long for the list. Run ${cut === 1 ? "it" : "them"} again from ${cut === 1 ? "its page" : "their pages"}.`,
  skippedHiddenSecrets: (count: string, hidden: number) =>
    `${count} skipped: the payload has hidden secrets. Run ${hidden === 1 ? "it" : "them"} again from ${hidden === 1 ? "its page" : "their pages"}.`,
  willEndAsFailed: (countOf: string, one: boolean) =>
    `${countOf} will end as failed, and ${one ? "its" : "their"} browsers end. This cannot be undone.`,
  skippedNotQueuedOrRunning: (count: string) => `${count} skipped: not queued or running.`,
  selected: (invocations: string) => `${invocations} selected`,
} as const;

export const invocationActTexts = {
  seeReport: "See the report on the Invocations page.",
  runningAgain: (countOf: string) => `Running ${countOf} again`,
  cancelling: (countOf: string) => `Cancelling ${countOf}`,
  continues: (progress: string) => `${progress} continues`,
} as const;
