// Texts of stored logs.

export const exportEvidenceTexts = {
  needsOperatorRole: "Exporting needs the operator role.",
  browserExported: "Browser exported",
  browserWasNotExported: (id: string) => `Browser ${id} was not exported`,
  exportBrowser: "Export browser",
  nothingIsStored: "Nothing is stored.",
  exportHint: "Export logs, console, network and pictures as a zip file",
  export: "Export",
} as const;

export const paneOriginTexts = {
  byTime: "by time",
  chooseALog: "Choose a log",
  changeTheLogOf: (kind: string | undefined, logName: string) =>
    [kind, `change the log of ${logName}`].filter((part) => part !== undefined).join(", "),
  showThisLog: "Show this log",
  logOf: (log: string, id: string) => `${log} of ${id}`,
} as const;

export const storedLogsTexts = {
  storedLogs: "Stored logs",
  showInThisPane: (text: string) => `Show ${text} in this pane`,
  olderDeleted: (count: string) => ` · ${count} older deleted`,
  inProgress: " · in progress",
  logLostForGood: "The browser has ended, so this log is lost for good.",
  browser: (id: string) => `browser ${id}`,
} as const;

export const emptyNoteTexts = {
  networkEvents: "network events",
  consoleMessages: "console messages",
  thisBrowserCapturedNo: (nouns: string) => `This browser captured no ${nouns}.`,
  noLinesStored: (areOthersListed: boolean) =>
    `No lines of this log are stored.${areOthersListed ? " See “Stored logs” at the top of the page." : ""}`,
  noYet: (nouns: string) => `No ${nouns} yet.`,
} as const;
