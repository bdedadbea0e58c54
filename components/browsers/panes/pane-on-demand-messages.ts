// Texts of the panes of a workbench, of what is loaded on demand.

export const paneShiftTexts = {
  shiftOf: (title: string, skew: string) => `Shift of ${title}: ${skew}`,
  shiftInTime: (title: string) => `Shift ${title} in time`,
  shiftInMs: "Shift in ms",
  shiftHint: "How much later this log's clock is. ↑ and ↓ change it by 50 ms, with Shift by 1 s.",
  shiftInvalid: (maxSkewMs: string) => `Enter a whole number up to ${maxSkewMs}.`,
  thisPaneIsNotShifted: "This pane is not shifted.",
  noShift: "No shift",
  skew: (sign: string, size: string) => `${sign}${size} ms`,
} as const;

export const paneSourceFormTexts = {
  supervisorProcess: "Supervisor process",
  filePath: "File path",
  notBrowserId: "This is not a browser id.",
  source: "Source",
  pathInTheBrowser: "Path in the browser",
  process: "Process",
  browser: "Browser",
  thisBrowser: "This browser",
} as const;

export const paneToolsTexts = {
  onlyPane: "only pane",
  shiftInTime: " Shift in time…",
  moveToSplitRight: " Move to a new split right",
  moveToSplitBelow: " Move to a new split below",
  splitIntoPanes: (count: number) => ` Split into ${count} panes`,
  moveBeside: "Move beside",
} as const;

export const paneLayoutTexts = {
  mustBeName: "must be a name of up to 255 characters without control characters",
  mustBePath: "must be an absolute path of up to 1,024 characters without control characters, .. and //",
} as const;
