// Texts of acts on many objects.

export const bulkActDialogTexts = {
  close: "Close",
  stopping: "Stopping",
  stop: "Stop",
  /** `doing`: `Ending 3 browsers`. */
  finished: (doing: string) => `${doing}: finished`,
} as const;

export const selectionBarTexts = {
  clearSelection: "Clear selection",
} as const;

export const bulkJobTexts = {
  failed: (count: string) => `${count} failed`,
  resultsNotKnown: (text: string, count: number) => `${text} ${count === 1 ? "outcome" : "outcomes"} unknown`,
  notSent: (count: string) => `${count} not sent`,
  skipped: (count: string) => `${count} skipped`,
} as const;

export const bulkProgressTexts = {
  progress: ({
    answered,
    total,
    failedParts,
    phase,
    inFlight,
  }: {
    answered: string;
    total: string;
    failedParts: readonly string[];
    phase: string;
    inFlight: string;
  }) =>
    `${[`${answered} of ${total} answered`, ...failedParts].join(", ")}${phase === "stopping" ? `; stopping after ${inFlight} in progress` : ""}${phase === "paused" ? "; paused: the API is limiting requests" : ""}.`,
  waitingForTheLastAnswers: "Waiting for the last answers.",
  notSentYetStopFirst: (countOf: string) => `${countOf} not sent yet. Stop first, then close.`,
  continuesIn: "Continues in ",
  refusedRequestsNotSentAgain: ". Refused requests are not sent again.",
} as const;

export const bulkReportTexts = {
  stoppedEarly: (message: string) => `Stopped early: ${message} `,
  failures: "Failures",
  copyFailures: "Copy failures",
  copiedHeader: "id\tcode\tmessage\trequest id",
  request: (requestId: string) => `request ${requestId}`,
  notSent: "Not sent",
  copyIdsNotSent: "Copy ids not sent",
  inANewTab: (name: string) => `${name}, in a new tab`,
} as const;
