// Texts of the form to invoke.

export const invokeDraftNoteTexts = {
  tooLargeToStore: "Too large to store. It is lost when you leave this page.",
  clear: "Clear",
  sentAs: "Sent as ",
  discard: "Discard",
  draftSaved: "Draft saved ",
  asInvocation: "As invocation ",
  savedInThisBrowser: "Drafts are saved in this browser.",
  restore: "Restore",
  anotherDraftWasSaved: "Another draft was saved ",
} as const;

export const invokeFieldsTexts = {
  enterTheApplicationsName: "Enter the application's name.",
  enterVersionOrLatest: (latestVersion: string) => `Enter a version, or ${latestVersion}.`,
  enterTheActionsName: "Enter the action's name.",
  payloadMustBeText: "The payload must be text.",
  timeoutInvalid: (min: number, count: string) => `Enter whole seconds from ${min} to ${count}.`,
  payloadTooLarge: ({ size, most }: { size: string; most: string }) =>
    `The payload has ${size} bytes. The API takes up to ${most}.`,
  enterHiddenSecrets: (hiddenValue: string) =>
    `Secrets are hidden. Enter their values in place of ${hiddenValue}.`,
  someApisTakeLess: (bytes: string) => `Some APIs take only up to ${bytes}.`,
  refusedByTheApi: (rest: string) => `Refused by the API: ${rest}`,
} as const;

export const invokeFormTexts = {
  invokeAction: "Invoke action",
  invoke: "Invoke",
  ctrl: "Ctrl",
  enter: "Enter",
  or: " or ",
} as const;

export const invokeModeTexts = {
  mode: "Mode",
  asynchronous: "Asynchronous",
  asynchronousHint: "Queued at once. Opens the invocation's page.",
  synchronous: "Synchronous",
  synchronousHint: (syncLimitSeconds: number) => `Waits here for the result, up to ${syncLimitSeconds} s.`,
  timeoutInSeconds: "Timeout in seconds",
  synchronousLimit: (syncLimitSeconds: number) =>
    `The API ends a synchronous invocation after ${syncLimitSeconds} s.`,
  rangeOrStandard: (min: number, max: string, standard: string | number) =>
    `${min} to ${max}. Empty: ${standard}.`,
} as const;

export const invokeOutcomeTexts = {
  result: "Result",
  waitingFor: (actionName: string) => `Waiting for ${actionName}`,
  youCanLeave: (syncLimitSeconds: number) =>
    `Up to ${syncLimitSeconds} s. You can leave this page. The invocation continues and is in `,
  listOfInvocations: "the list of this action's invocations",
  notInvoked: "Not invoked",
  mayBeRunningCheck: "It may be running. Check ",
  thisActionsInvocations: "this action's invocations",
  beforeYouInvokeItAgain: " before you invoke it again.",
  openInvocation: "Open invocation",
  output: "Output",
  noOutput: "No output.",
  waitingForAct: (text: string) => `Waiting for ${text}`,
} as const;

export const invokePayloadTexts = {
  payload: "Payload",
  optional: " (optional)",
  jsonOrEmpty: "JSON, or empty",
  payloadOfInvocation: "Payload of invocation ",
  undo: "Undo",
} as const;

export const invokeRecentTexts = {
  enterActionFirst: "Enter the application and action first.",
  lastPayloads: "Last payloads ",
  couldNotBeLoaded: (message: string) => `Could not be loaded: ${message}`,
  loading: "Loading…",
  noneHasPayload: (limit: number, app: string, action: string) =>
    `None of the newest ${limit} invocations of ${app} ${action} has a payload.`,
  fromTheNewestOf: (count: number, app: string, action: string) =>
    `From the newest ${count} ${count === 1 ? "invocation" : "invocations"} of ${app} ${action}`,
  times: (times: number) => `${times} times`,
} as const;

export const invokeRequestTexts = {
  asCurlCommand: "As curl command",
  copyAsCurl: "Copy as curl",
  apiAddressNotLoaded: "The API's address could not be loaded.",
  completeFieldsFirst: "Complete the fields to see the command.",
  loadingApiAddress: "Loading the API's address…",
  setYourToken: (hidden: number, count: string) =>
    `${hidden > 0 ? `${count} more characters in the copy. ` : ""}Set TOKEN to your own token.`,
} as const;

export const invokeTargetTexts = {
  application: "Application",
  version: "Version",
  action: "Action",
  youCanStillInvokeIt: (text: string) => `${text} You can still invoke it.`,
  suggestionsFromNewest: (isAbsent: boolean, limit: number) =>
    `${isAbsent ? "This API has no list of applications" : "The list of applications could not be loaded"}. Suggestions come from the newest ${limit} invocations.`,
} as const;

export const invokeTargetsTexts = {
  applicationNotKnown: (app: string) => `Application ${app} is not known.`,
  versionNotKnown: (version: string, app: string) => `Version ${version} of ${app} is not known.`,
  actionNotKnown: ({ action, app, version }: { action: string; app: string; version: string }) =>
    `Action ${action} of ${app} ${version} is not known.`,
} as const;

export const invokeViewTexts = {
  invoke: "Invoke",
  runsOneActionOnce: "runs one action once",
  allInvocations: "All invocations",
  invocationNotLoaded: "The invocation to run again could not be loaded",
  payloadNotFilledIn: (isPayloadCut: boolean) =>
    `The payload is not filled in: only the dashboard's history has this invocation, and ${isPayloadCut ? "its payload was too long to store" : "it has no payload"}.`,
} as const;

export const invokeTexts = {
  lineColumn: ({ line, column, message }: { line: number; column: number; message: string }) =>
    `Line ${line}, column ${column}: ${message}`,
  invocationQueued: "Invocation queued",
  invocation: (status: string) => `Invocation ${status}`,
} as const;
