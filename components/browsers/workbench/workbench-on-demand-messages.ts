// Texts of the workbench of a browser, of what is loaded on demand.

export const addPaneTexts = {
  below: "Below",
  onTheRight: "On the right",
  tabBeside: (panes: string) => `Tab beside ${panes}`,
  place: "Place",
  addPane: "Add pane",
} as const;

export const loopbackNoteTexts = {
  worksOnlyOnTheMachine: (host: string) =>
    `${host} works only on the machine that runs the browsers. To connect from another one, set `,
  setting: "SERVICE_PUBLIC_URL",
  toAnAddressOthersReach: " of the service to an address that others can reach.",
} as const;

export const cdpAddressTexts = {
  needsOperatorRole: "Showing the CDP address needs the operator role.",
  showCdpAddress: "Show CDP address…",
  showCdpAddressOf: (id: string) => `Show CDP address of ${id}?`,
  effect:
    "Anyone with this address controls the browser and every account it is signed in to. Showing it is written to the audit.",
  showAddress: "Show address",
  cdpAddressOf: (id: string) => `CDP address of ${id}`,
  forDevToolsClients: "For Playwright, Puppeteer and other DevTools clients.",
  copyCdpAddress: "Copy CDP address",
  close: "Close",
  expires: "Expires ",
  orWhenTheBrowserEnds: "), or when the browser ends.",
  validUntilTheBrowserEnds: "Valid until the browser ends.",
} as const;

export const endedSummaryTexts = {
  summary: "Summary",
  storedLogs: "Stored logs ",
  details: "Details",
  noneSeeEvidenceInSettings: "None. See Evidence in Settings.",
  lastSeen: "Last seen",
  stored: "Stored",
} as const;

export const knownLogsTexts = {
  knownLogs: "Known logs",
} as const;

export const mergePanesTexts = {
  panesToMerge: "Panes to merge",
  selectAtLeastTwoPanes: "Select at least two panes.",
  merge: (count: number) => `Merge ${count} ${count === 1 ? "pane" : "panes"}`,
} as const;

export const paneAreaTexts = {
  paneNotAdded: "Pane not added",
  addressTooLong: "The page's address would become too long. Close a pane first.",
  oneLogPane: "1 log pane",
  logPanes: (count: number) => `${count} log panes`,
  logs: (indexOf: number) => `Logs ${indexOf}`,
  logsLabel: "Logs",
  noPanesOpen: "No panes open",
  showChromiumLog: "Show chromium log",
  network: "Network",
  console: "Console",
  whatPanesShow:
    "A pane shows the log of a process or file, or the network and console of the browser's pages.",
} as const;

export const paneBarTexts = {
  thereIsOnlyOnePane: "There is only one pane.",
  networkCannotBeMerged: "Network cannot be merged.",
  tooManyLogs: (maxSources: number) => `Up to ${maxSources} logs can be open. Close one first.`,
  addPane: "Add pane…",
  addPaneOfBrowser: "Add pane of browser",
  addPaneNamed: (viewNames: string) => `Add pane: ${viewNames}`,
  mergePanes: "Merge panes…",
  turnTimeLockOff: "Turn time lock off",
  turnTimeLockOn: "Turn time lock on",
  toggleTimeLock: "toggle time lock",
  timeLock: "Time lock",
  addOrMergePanes: "Add or merge panes",
  otherLogOrFile: "Other log or file…",
  addPaneConfirm: "Add pane",
  mergePanesConfirm: "Merge panes",
  mergeHint: "One pane shows the lines of all, by time.",
} as const;

export const paneSplitsTexts = {
  widthOfLogColumn: (index: number) => `Width of log column ${index}`,
  heightOfLogInColumn: ({ index, columnIndex }: { index: number; columnIndex: number }) =>
    `Height of log ${index} in column ${columnIndex}`,
} as const;

export const sessionFilmstripTexts = {
  picturesNotLoaded: "The pictures could not be loaded",
  pictures: "Pictures ",
} as const;

export const unknownSessionTexts = {
  apiDoesNotKnowBrowser: "The API does not know this browser",
  endedOrIdWrong: "It ended long ago, or the id is wrong. Its stored logs, if any, are shown here.",
} as const;

export const workbenchSplitTexts = {
  sideWidth: "Width of the live view and details",
} as const;

/** Texts for a browser that has ended. */
export const recordedSessionTexts = {
  historyNotLoaded: "The history of this browser could not be loaded",
  storedLogsNotLoaded: "The stored logs could not be loaded",
} as const;

export const sessionDetailsTexts = {
  captured: "Captured",
  nothing: "nothing",
  details: "Details",
  withoutAClient: (duration: string) => `${duration} without a client`,
  name: "Name",
  tags: "Tags",
  startAddress: "Start address",
  created: "Created",
  ended: "Ended",
  timeout: "Timeout",
  window: "Window",
  mode: "Mode",
  cdpAddress: "CDP address",
  persistence: "Persistence",
} as const;
