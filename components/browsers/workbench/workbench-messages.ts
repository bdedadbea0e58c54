// Texts of the workbench of a browser.

export const browserWorkbenchTexts = {
  logs: "Logs",
  thisBrowserEnded: "This browser ended",
  itsLinesStay: ". Its log lines stay on this page.",
  browserNotLoaded: "The browser could not be loaded",
  action: (app: string, action: string) => `action ${app}/${action}`,
  pool: (name: string) => `pool ${name}`,
} as const;

export const editBrowserButtonTexts = {
  editBrowsers: "edit browsers",
  editBrowser: "Edit browser…",
  edit: "Edit…",
} as const;

export const endSessionTexts = {
  needsOperatorRole: "Ending a browser needs the operator role.",
  thisBrowserHasEnded: "This browser has ended.",
  endBrowser: "End browser…",
  endBrowserQuestion: (id: string) => `End browser ${id}?`,
  effect:
    "Every connected client is disconnected. Changes to its profile are saved first if it was opened that way. This cannot be undone.",
  endBrowserConfirm: "End browser",
  browserEnded: "Browser ended",
} as const;

export const sessionSideTexts = {
  liveViewAndDetails: "Live view and details",
} as const;

export const sessionSourceTexts = {
  invocation: "Invocation",
  lastInvocation: "Last invocation",
  pool: "Pool",
  proxy: "Proxy",
  profile: "Profile",
} as const;

export const sessionTabsTexts = {
  details: "Details",
  processes: "Processes",
  files: "Files",
  recordings: "Recordings",
  extensions: "Extensions",
  showCdpAddress: "Show CDP address…",
  runCommand: "Run command…",
  startRecording: "Start recording…",
  showRecordingInThisBrowser: "Show recording in this browser",
  showProcessInThisBrowser: "Show process in this browser",
  showOfThisBrowser: (label: string) => `Show ${label} of this browser`,
  browser: "Browser",
} as const;

export const sideButtonsTexts = {
  hideLiveViewAndDetails: "Hide live view and details",
  showLiveViewAndDetails: "Show live view and details",
  hideLogs: "Hide logs",
  showLogs: "Show logs",
  oneSideMustStayOpen: "One side must stay open.",
} as const;

export const timeLeftTexts = {
  timeLeft: "Time left",
  timeout: "Timeout",
  withoutAClient: (duration: string) => `${duration} without a client`,
  clientKeepsItRunning: "A connected client or an open live view keeps this browser running.",
  afterClientsLeave: (duration: string, clients: number) =>
    `${duration} after ${clients === 1 ? "its client leaves" : `${clients} clients leave`}`,
  noClientConnected: "No client is connected. Watching live resets the time.",
  noClientWatchingResetsIt: (timeout: string) => `of ${timeout} · no client · watching resets it`,
} as const;

export const workbenchHeaderTexts = {
  copyBrowserId: "Copy browser id",
} as const;
