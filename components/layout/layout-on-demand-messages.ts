// Texts of the frame of pages, of what is loaded on demand.

export const commandPaletteTexts = {
  goToIdPageOrAction: "Go to an id, page or action",
  choose: " choose",
  enter: "Enter",
  open: " open",
  pastedTokensRemoved: "Tokens in pasted text are removed.",
} as const;

export const deleteStoredLogTexts = {
  needsOperatorRole: "Deleting a log needs the operator role.",
  logInProgress: "This log is in progress. Delete it when it has ended.",
  deleteLogOf: (name: string) => `Delete log of ${name}…`,
  deleteLogOfQuestion: (name: string) => `Delete log of ${name}?`,
  deletesForEveryone: ({
    linesOf,
    owner,
    consequence,
  }: {
    linesOf: string;
    owner: string;
    consequence: string;
  }) => `Deletes ${linesOf} of ${owner} for everyone. ${consequence}`,
  deleteLog: "Delete log",
  logDeleted: "Log deleted",
  storedLines: (count: string) => `${count} stored ${count === "1" ? "line" : "lines"}`,
} as const;

export const navDrawerTexts = {
  close: "Close",
} as const;

export const palettePagesTexts = {
  you: "You",
  appearance: "Appearance",
  connection: "Connection",
  recorder: "Recorder",
  evidence: "Evidence",
  signIns: "Sign-ins",
  accounts: "Accounts",
  apiTokens: "API tokens",
  apiOperations: "API operations",
  insight: "Insight",
  invoke: "Invoke",
  settings: (name: string) => `Settings: ${name}`,
} as const;

export const paletteResultsTexts = {
  keyboardShortcuts: "Keyboard shortcuts",
  opening: "Opening",
  lookingUp: "Looking up",
  searchLogsFor: (text: string) => `Search logs for ${text}`,
  searchLogsForLabel: "Search logs for",
  found: "Found",
  notFoundOpenAs: "Not found. Open as",
  containingThisText: "Containing this text",
  recent: "Recent",
  onThisPage: "On this page",
  pages: "Pages",
  actions: "Actions",
  savedViews: "Saved views",
  view: (name: string, id: string) => `View ${name} ${id}`,
  invocations: (name: string) => `Invocations: ${name}`,
  search: "Search",
} as const;

export const paletteTargetsTexts = {
  open: (wordOf: string) => `Open ${wordOf}`,
  openAct: (kind: string) => `Open ${kind}`,
  actsOfRequest: "Show acts of request",
} as const;

export const shortcutDialogTexts = {
  keyboardShortcuts: "Keyboard shortcuts",
} as const;

export const shortcutHelpTexts = {
  everywhere: "Everywhere",
  ctrlK: "Ctrl K",
  goToIdPageOrAction: "Go to an id, page or action",
  ctrlB: "Ctrl B",
  openOrCollapseTheSidebar: "Open or collapse the sidebar",
  submitTheDialogsForm: "Submit the dialog's form",
  thisList: "This list",
  esc: "Esc",
  closeSheetDialogOrMenu: "Close the sheet, dialog or menu",
  pages: "Pages",
  lists: "Lists",
  nextRow: "Next row",
  previousRow: "Previous row",
  openTheRow: "Open the row",
  leaveRowThenClearSelection: "Leave the row, then clear the selection",
  addAFilter: "Add a filter",
  click: "Click",
  filterByValue: "On a value: filter by it",
  altClick: "Alt Click",
  excludeValue: "On a value: exclude it",
  selectingRows: "Selecting rows",
  space: "Space",
  selectOrDeselectTheRow: "Select or deselect the row",
  extendSelectionByRow: "Extend the selection by a row",
  extendSelectionToRow: "Extend the selection to this row",
  ctrlA: "Ctrl A",
  selectAllRowsOfPage: "Select all rows of the page",
  logs: "Logs",
  ctrlF: "Ctrl F",
  findInLog: "Find in this log; n and N for next and previous",
  pauseOrFollow: "Pause or follow",
  nextOrPreviousLine: "Next or previous line",
  expandTheLine: "Expand the line",
  copyTheLine: "Copy the line",
  copyLinkToLine: "Copy a link to the line",
  wrapLines: "Wrap lines",
  timestamps: "Timestamps",
  fullScreen: "Full screen",
  workbench: "Workbench",
  resizeSplitOrMoveLiveView: "Resize a split, move the floating live view",
  collapseSide: "On the middle split: collapse a side",
  closeLogTab: "On a log's tab: close it",
  search: "Search",
  nextMatch: "Next match",
  previousMatch: "Previous match",
  openTheMatch: "Open the match",
  copyLinkToMatch: "Copy a link to the match",
  editTheSearch: "Edit the search",
  timeline: "Timeline",
  moveSelectionEnd: "Move an end of the selection; with ⇧ in larger steps",
  moveToRangeEnd: "Move it to the end of the range",
  clearTheSelection: "Clear the selection",
  invoke: "Invoke",
  ctrlEnter: "Ctrl Enter",
  leaveThePayloadEditor: "Leave the payload editor",
  oneInvocation: "One invocation",
  previousOfSameAction: "Previous invocation of the same action",
  nextOfSameAction: "Next invocation of the same action",
  searchPayloadOrOutput: "Search the focused payload or output",
} as const;

export const paletteAwaitedTexts = {
  notDone: (act: string) => `Not done: ${act.replace(/…$/, "")}`,
  pageDoesNotOfferIt: "This page does not offer it.",
  pageWasLeft: "You left its page before it was ready.",
} as const;
