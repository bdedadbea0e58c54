// Texts of the list of invocations.

export const chosenColumnsTexts = {
  pathOfSource: (path: string, source: string) => `${path} of the ${source}`,
  thereIsNoColumn: (id: string) => `there is no column ${id}`,
} as const;

export const durationInputTexts = {
  durationInvalid: "must be a duration such as 500ms, 30s, 5m or 1.5h",
} as const;

export const filterFieldsTexts = {
  durationHint: "A duration such as 500ms, 30s or 5m",
  startedBefore: "Started before",
  timeHint: "A duration such as 15m, or a time such as 2026-11-21T03:08:41Z",
  nameOrId: "Name or id",
  nameOrIdHint: "Part of an id, application or action",
  longerThan: "Longer than",
  shorterThan: "Shorter than",
  text: "Text",
  inPayloadOutputOrReason: "In payload, output or reason",
  payloadContains: "Payload contains",
  outputContains: "Output contains",
  reasonContains: "Reason contains",
  reasonPattern: "Reason pattern",
  cancelledOrStopped: "Cancelled, stopped or lost",
  cancelledOrStoppedHint:
    "yes: only failed ones that were cancelled, stopped by the service or lost with a node. no: all others",
} as const;

export const invocationColumnsTexts = {
  status: "Status",
  action: "Action",
  app: "Application",
  version: "Version",
  started: "Started",
  duration: "Duration",
  reason: "Reason",
  id: "Id",
  deployment: "Deployment",
  finished: "Finished",
  payload: "Payload",
  output: "Output",
} as const;

export const invocationFiltersTexts = {
  appliedToLoaded: "Applied to the loaded invocations. Change filter",
  changeFilter: "Change filter",
  addFilter: "Add filter",
  filter: " Filter ",
  clearAll: "Clear all",
} as const;

export const invocationSearchParamsTexts = {
  onlyFirstPageLive: "Only the first page is live.",
  timeFilterInPast: "The time filter is in the past.",
  enterYesOrNo: "Enter yes or no.",
} as const;

export const invocationTableActionsTexts = {
  export: "Export…",
  exportInvocations: "Export invocations…",
} as const;

export const invocationToolbarTexts = {
  findText: "Find text",
  findInReasonPayloadOutput: "Find in reason, payload, output",
  columns: "Columns",
  columnsPart: " Columns",
} as const;

export const invocationsSourceTexts = {
  loadingFromTheApi: "Loading from the API…",
  fromApiList: "From the API's list",
  filteredWithinLoaded: "Filtered by the dashboard, within the loaded rows",
  loadingTheNewestInvocations: "Loading the newest invocations…",
  fromHistory: "From the dashboard's history: the API has no such filter",
  loadingFromHistory: "Loading from the dashboard's history…",
  historyNotLoaded: "The dashboard's history could not be loaded",
} as const;

export const invocationsViewTexts = {
  noInvocationsYet: "No invocations yet",
  invocationsAppearHere: "Invocations appear here as soon as they are queued.",
  notFiltered: "Not filtered",
  apiHasNoFilter: (value: string) => `The API has no filter for ${value}.`,
  invocations: "Invocations",
  openRowsNotUpdated: (count: number) =>
    `${count} running or queued ${count === 1 ? "row is" : "rows are"} not updated`,
  invoke: "Invoke…",
} as const;

export const jsonCellTexts = {
  notJson: "not JSON",
  sourceIsNotJson: (source: string) => `The ${source} is not JSON.`,
  tooLarge: "too large",
  tooLargeHint: "Over 1 MB. Open the invocation to read it.",
} as const;

export const invocationsTexts = {
  matchAmongNewest: ({
    matching,
    read,
    isRecordable,
    unreadable,
  }: {
    matching: string;
    read: string;
    isRecordable: boolean;
    unreadable: string;
  }) =>
    `${matching} of the newest ${read} match, older ones not searched${isRecordable ? "" : " (the history cannot apply every filter)"}${unreadable}`,
  historyIsStillLoading: "History is still loading",
  historyOfTheLast: (ago: string) => `History of the last ${ago}`,
  notComplete: "not complete",
  firstThousandCharacters: "first 1,000 characters of payload and output",
  searchedTheLastSoFar: (ago: string) => `searched the last ${ago} so far`,
  unreadable: (count: string) => `; ${count} unreadable`,
  match: ({ matching, read }: { matching: string; read: string }) => `${matching} of ${read} match`,
} as const;

export const matchingSelectionTexts = {
  notSelected: "Not selected",
  selectAllMatches: (count: string) => `Select all matches (up to the newest ${count})`,
  allMatchesAreSelected: (count: string) => `All ${count} matches are selected.`,
  historyMatchesSelected: (count: string) =>
    `${count} matches in the history are selected. There may be more.`,
  onlyNewestSelected: ({ selected, read }: { selected: string; read: string }) =>
    `${selected} of the newest ${read} are selected. Older ones are not.`,
} as const;

export const filterChipsTexts = {
  either: (others: string, last: string) => `${others} or ${last}`,
  since: (time: string) => `since ${time}`,
  last: (span: string) => `last ${span}`,
  ago: (span: string) => `${span} ago`,
  not: (values: string) => `not ${values}`,
} as const;
