// Headers between the BFF and the browser.
export const bffHeaders = {
  requestId: "x-request-id",
  /** Number of items in the body that violate the contract; absent when there are none. */
  badItems: "x-fleetdeck-bad-items",
  /** When the upstream responded, epoch milliseconds. */
  observedAtMs: "x-fleetdeck-observed-at",
  /** Present on a cached response after a failed upstream request: the error code of the failure. */
  stale: "x-fleetdeck-stale",
  /** Source of a response that is not from the operation itself: `list` or `record`. */
  source: "x-fleetdeck-source",
  /** Size of a download: the framework removes a route's content-length. */
  sizeBytes: "x-fleetdeck-size-bytes",
  /** Sent by the browser with a mutation: the operator's reason, percent-encoded. */
  reason: "x-fleetdeck-reason",
  /** Sent by the browser while the operator is active: a page that is only open does not keep a sign-in alive. */
  active: "x-fleetdeck-active",
  /** Sent by the browser: id of the account that its page was rendered for. Calls of another account are refused. */
  operator: "x-fleetdeck-operator",
  /** Sent by the browser with a mutation: the same for every try of one act. */
  idempotencyKey: "idempotency-key",
  /** Sent by the browser with each act of an act on many: the same UUID for all of them. */
  batch: "x-fleetdeck-batch",
  /** Present on the response of an earlier request with the same key. */
  replayed: "idempotency-replayed",
  /** Start and end of a recording, as the upstream reports them. */
  recordingStartedAt: "x-recording-started-at",
  recordingFinishedAt: "x-recording-finished-at",
} as const;

/** Source of a resource that the API did not return by id: a list of the API, or the dashboard's own record. */
export const answerSources = ["list", "record"] as const;
export type AnswerSource = (typeof answerSources)[number];
