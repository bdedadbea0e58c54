// Texts of the page of an invocation, of what is loaded on demand.

export const adjacentInvocationLinksTexts = {
  invocationsOfTheSameAction: "Invocations of the same action",
  previousInvocation: "Previous invocation of this action",
  previousInvocationWithKey: "Previous invocation of this action ([)",
  nextInvocation: "Next invocation of this action",
  nextInvocationWithKey: "Next invocation of this action (])",
  actionUnknown: "The action of this invocation is unknown.",
  invocationsNotLoaded: "The invocations of this action could not be loaded.",
  loadingInvocations: "Loading the invocations of this action…",
  notAmongNewest: (invocationsRead: number) =>
    `This invocation is not among the newest ${invocationsRead} of its action.`,
  onlyNewestLoaded: (invocationsRead: number) =>
    `Only the newest ${invocationsRead} invocations of this action are loaded.`,
  isFirstInvocation: "This is the first invocation of its action.",
  isNewestInvocation: "This is the newest invocation of its action.",
} as const;

export const cancelInvocationTexts = {
  needsOperatorRole: "Cancelling needs the operator role.",
  cancelInvocation: "Cancel invocation…",
  thisInvocationHasEnded: "This invocation has ended.",
  noLongerKnown: "The API no longer knows this invocation.",
  cancel: (actionName: string | null | undefined, id: string) =>
    `Cancel ${actionName ?? "invocation"} ${id}?`,
  effect: "The invocation ends as failed, and its browsers end. This cannot be undone.",
  cancelInvocationConfirm: "Cancel invocation",
  keepRunning: "Keep running",
  invocationCancelled: "Invocation cancelled",
} as const;

export const deleteInvocationLogTexts = {
  lostUnlessInApi: "It is lost for good unless the API still has it.",
  invocation: (id: string) => `invocation ${id}`,
} as const;

export const failedBeforeTexts = {
  beforeIt: "Before it, ",
  failed: (path: string, times: number, count: string) =>
    `${path} failed${times === 1 ? "" : ` ${count} times`}`,
  with: (outcome: string) => ` with ${outcome}.`,
} as const;

export const failureGroupLinkTexts = {
  failedForSameReason: "Invocations that failed for the same reason",
} as const;

export const failureHintTexts = {
  serviceStopped: "The service stopped while this invocation ran. Run it again.",
  nodeLost: "A node was lost while this invocation ran. Run it again.",
  browserCrashed: "The browser crashed. Open it and read the end of its log.",
  browserTimedOut: (hasLog: boolean) =>
    `The browser timed out before the action ended. Raise the browser's timeout${hasLog ? ", or find the slow step in the log" : ""}.`,
  browserEnded:
    "The browser was ended while the action ran. The timeline shows who ended it, if it was done here.",
  invocationCancelled:
    "The invocation was cancelled. The timeline shows who cancelled it, if it was done here.",
  invocationTimedOut:
    "The invocation timed out. Compare its duration with the usual one before you run it again.",
  stepTimedOut: (hasLog: boolean) =>
    `A step timed out.${hasLog ? " Read the log lines before it, then open the browser." : ""}`,
} as const;

export const failureLeadTexts = {
  browser: "Browser",
  loading: "Loading…",
  noneRecorded: "None recorded",
  failedWithoutAReason: "Failed without a reason",
  loadingTheLog: "Loading the log…",
  noLogLines: "No log lines",
  timeUnknown: "time unknown",
  lastLogLines: "Last log lines",
  showInLog: "Show in log",
} as const;

export const invocationBodiesTexts = {
  payload: "Payload",
  noPayload: "No payload.",
  output: "Output",
  outputAppearsAtEnd: "The output appears when the invocation ends.",
  noOutput: "No output.",
  tooLongToShow: (what: string) => `This ${what} is too long to show here. Open the invocation to read it.`,
  tooLongToStore: (what: string, count: string) => `Not stored: the ${what} has ${count} characters or more.`,
  notInHistory: (what: string) => `The history has no ${what} of this invocation.`,
} as const;

export const invocationBrowsersTexts = {
  browsers: "Browsers ",
  active: (count: number) => `${count} active`,
  browsersNotLoadedTitle: "The browsers could not be loaded",
  lastSeen: "last seen ",
  firstSeen: "first seen ",
  noBrowserYet: "No browser yet.",
  loading: "Loading…",
  browsersNotLoaded: "The browsers could not be loaded.",
  noBrowserRecorded: "No browser recorded for this invocation.",
  logsOfBrowser: (sessionId: string) => `Logs of browser ${sessionId}`,
  logs: "Logs",
  ended: "ended ",
} as const;

export const invocationCompareTexts = {
  noneAmongNewest: (invocationsRead: number) =>
    `None among the newest ${invocationsRead} invocations of this action.`,
  compare: "Compare",
  previousInvocation: "Previous invocation",
  lastSuccessfulInvocation: "Last successful invocation",
  idOfAnotherInvocation: "Id of another invocation",
  invocationIdOrAddress: "Invocation id or address",
  pasteIdFirst: "Paste the id of an invocation first.",
  closeComparison: " Close comparison",
  whatIsCompared: "Compares payload and output with another invocation.",
  chooseAnother: "That is this invocation. Choose another one.",
} as const;

export const invocationDetailsTexts = {
  details: "Details",
  copyInvocationId: "Copy invocation id",
  id: "Id",
  application: "Application",
  action: "Action",
  finished: "Finished",
  reason: "Reason",
  similar: "Similar",
  queued: "Queued",
  started: "Started",
  runningFor: "Running for",
  duration: "Duration",
} as const;

export const invocationDiffTableTexts = {
  linesOfBoth: (label: string) => `${label}: lines of the other invocation and of this one`,
  unchangedLines: (count: string) => `${count} unchanged ${count === "1" ? "line" : "lines"}`,
  showMoreRows: (count: string) => `Show ${count} more ${count === "1" ? "row" : "rows"}`,
  cut: ({ start, characters }: { start: string; characters: string }) =>
    `${start}… (${characters} characters)`,
} as const;

export const invocationDiffTexts = {
  otherNotLoaded: "The other invocation could not be loaded",
  noVersion: "no version",
  thisInvocationInLegend: " this invocation",
  otherOfAnotherAction: "The other invocation is of another action: ",
  payload: "Payload",
  output: "Output",
  thisInvocationIsStillRunning: "This invocation is still running.",
  theOtherInvocation: "The other invocation",
  thisInvocation: "This invocation",
  bothHaveNone: "Both have none.",
  equal: "Equal.",
  tooLargeToCompare: ({ limit, other, own }: { limit: string; other: string; own: string }) =>
    `Too large to compare: over ${limit}. The other has ${other}, this one ${own}.`,
  theOtherHasNone: "The other has none.",
  thisOneHasNone: "This one has none.",
  tooManyToMatch:
    "(too many to match; everything between the first and the last difference counts as changed)",
  compared: (label: string) => `${label} compared`,
  changedLines: ({ removed, added }: { removed: string; added: string }) => `−${removed} +${added} lines`,
} as const;

export const invocationLogTexts = {
  log: "Log",
  showingTheLogsOfBrowsers: ({
    isCut,
    maxBrowsers,
    browsers,
  }: {
    isCut: boolean;
    maxBrowsers: number;
    browsers: number;
  }) => `Showing the logs of ${isCut ? `${maxBrowsers} of its ${browsers}` : "its"} browsers.`,
  logsOfItsBrowsers: "Logs of its browsers",
  browserLogs: "Browser logs",
  ofBrowsers: ({ shown, browsers }: { shown: number; browsers: number }) =>
    `${shown} of ${browsers} browsers`,
  from: (time: string) => `from ${time}`,
} as const;

export const invocationPageTexts = {
  runAgain: "Run again",
  openLog: "Open log",
  live: "Live",
  ended: "Ended",
  noLongerKnown: "The API no longer knows this invocation.",
  fromApiList: "From the API's list: the API has no look-up by id",
  fromHistoryAsOf: "From the dashboard's history, as of ",
} as const;

export const invocationSheetTexts = {
  invocation: "Invocation",
  runAgain: "Run again",
  open: "Open",
} as const;

export const invocationTimelineTexts = {
  timeline: "Timeline",
  startNotReported: "The API does not report when this invocation started.",
  picturesNotLoaded: "The pictures could not be loaded.",
  retry: "Retry",
  timeShownInTheLog: "Time shown in the log",
  startOfTheLog: "Start of the log",
  endOfTheLog: "End of the log",
  timesUnknown: "Times unknown",
  noLines: "No lines",
  noBrowserYet: "No browser yet",
  noBrowserRecorded: "No browser recorded",
  state: "State",
  log: "Log",
  network: "Network",
  browsers: "Browsers",
  acts: "Acts",
  pictures: "Pictures",
  loading: "loading…",
} as const;

export const logLaneTexts = {
  withErrors: ", with errors",
  withWarnings: ", with warnings",
  logLine: "log line",
  logLines: "log lines",
} as const;

export const networkLaneTexts = {
  openInNetwork: "Open in Network",
  placeOf: ({ place, requests }: { place: string; requests: string }) => `${place} of ${requests} here`,
  summary: ({ requests, failed }: { requests: string; failed: string }) =>
    `${requests} ${requests === "1" ? "request" : "requests"}, ${failed} failed`,
  outcomeAfter: ({ outcome, ms }: { outcome: string; ms: string }) => `${outcome} in ${ms} ms`,
} as const;

export const similarFailuresTexts = {
  couldNotBeLoaded: "Could not be loaded",
  loading: "Loading…",
  noOthers: "No others",
  first: "first ",
  failuresLast24Hours: (count: string) =>
    `${count} ${count === "1" ? "failure" : "failures"} in the last 24 h`,
  none: "None",
  notRecorded: "Not recorded",
  notRecordedYet: "Not recorded yet",
  countOn: (value: string, count: string) => `${value}${count} on `,
  more: (more: number) => `, ${more} more`,
  knownFor: (known: string, all: string) => ` · known for ${known} of ${all}`,
  failedTheSameWay: "Failed the same way, last 24 h",
  version: "Version",
  proxy: "Proxy",
  pool: "Pool",
  others: (count: string) => `${count} ${count === "1" ? "other" : "others"}`,
} as const;

export const timelineListTexts = {
  asAList: "As a list",
  timeline: "Timeline",
} as const;

export const timelineMarksTexts = {
  afterItsEnd: ", after its end",
  beforeItsStart: ", before its start",
  endedAt: (status: string, time: string) => `${status} at ${time}`,
} as const;

export const invocationActsTexts = {
  auditNotLoaded: "The audit could not be loaded.",
  noActs: "No acts",
  itsNewestBrowsers: (count: number) => `its newest ${count} browsers`,
  itsBrowsers: "its browsers",
  noActsOnItOr: (which: string) => `No acts on it or ${which}`,
  loading: "loading…",
} as const;

export const logPartTexts = {
  logPartInvalid: "must be one or two times in milliseconds, or all",
} as const;

export const usualLineTexts = {
  duration: "Duration",
  basedOnLast: (invocations: number, actionName: string | null | undefined) =>
    `Of the last ${invocations} successful invocations of ${actionName}, any version`,
  usual: "usual ",
  longerThanAMinute: " · longer than a minute: ",
  seeWhatIsRunning: "see what is running",
  orCancelIt: ", or cancel it",
  longerThanMost: " · longer than 95 % of them",
  cancelIt: ": cancel it",
  watchItsBrowser: "watch its browser",
  queuedFor: "Queued for",
  runningFor: "Running for",
  failedAfter: "Failed after",
  took: "Took",
  notKnown: "Duration not known",
  actionUnknown: "action unknown",
  usualDurationNotLoaded: "usual duration not loaded",
  loadingTheUsualDuration: "loading the usual duration…",
  notEnoughData: (ended: number) => `not enough data for a usual duration yet (${ended} successful)`,
} as const;

export const mergedLogsTexts = {
  action: "action",
} as const;
