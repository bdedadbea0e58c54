// Headers in which the BFF tells the browser what a body alone cannot.
export const bffHeaders = {
  requestId: "x-request-id",
  /** How many items of the body do not fit the contract; absent when all do. */
  badItems: "x-fleetdeck-bad-items",
  /** When the upstream gave this answer, epoch milliseconds. */
  observedAtMs: "x-fleetdeck-observed-at",
  /** Present when the upstream could not be asked just now: the error code of that failure. */
  stale: "x-fleetdeck-stale",
  /** Where an answer comes from when not from the operation itself: `list` or `record`. */
  source: "x-fleetdeck-source",
  /** How many bytes a download has: the framework lets no content-length of a route through. */
  sizeBytes: "x-fleetdeck-size-bytes",
  /** Sent by the browser with a mutation: why, in the operator's words, percent-encoded. */
  reason: "x-fleetdeck-reason",
  /** Of a recording's video, as the upstream says them. */
  recordingStartedAt: "x-recording-started-at",
  recordingFinishedAt: "x-recording-finished-at",
} as const;

/** Who told of one thing when the API did not by its id: a list of the API, or the dashboard's own record. */
export const answerSources = ["list", "record"] as const;
export type AnswerSource = (typeof answerSources)[number];
