import { formatCount } from "@/lib/format/numbers";

// Texts of log panes, of what is loaded on demand.

export const duringButtonTexts = {
  showAllTimes: (text: string) => `Only ${text}. Show all times`,
} as const;

export const findBarTexts = {
  findInThisLog: "Find in this log",
  find: "Find",
  notARegularExpression: "not a regular expression",
  matchCase: "Match case",
  regularExpression: "Regular expression",
  linesWithoutAMatch: "Lines without a match",
  showOnlyTheseLines: "Show only these lines",
  previousMatch: "Previous match (N)",
  nextMatch: "Next match (n)",
  closeFind: "Close find (Esc)",
  soFar: " so far",
  noMatch: "no match",
  matches: (count: string) => `${count} ${count === "1" ? "match" : "matches"}`,
} as const;

export const highlightEditorTexts = {
  appliesToEveryLog: "Highlights apply to every log and are saved for your account. The first match wins.",
  tooManyHighlights: (maxRules: number) => `Up to ${maxRules} highlights. Remove one first.`,
  addHighlight: "Add highlight",
  useHighlight: (number: number) => `Use highlight ${number}`,
  highlight: (number: number) => `Highlight ${number}`,
  pattern: "Pattern",
  text: "Text",
  regularExpression: "Regular expression",
  wholeWords: "Whole words",
  colourOfHighlight: (number: number) => `Colour of highlight ${number}`,
  removeHighlight: (number: number) => `Remove highlight ${number}`,
} as const;

export const highlightsDialogTexts = {
  highlights: "Highlights",
} as const;

export const levelsMenuTexts = {
  levels: (levelNames: string) => `Levels: ${levelNames}`,
  levelsAll: "Levels: all",
  levelsLabel: "Levels",
  warningsAndErrorsOnly: "Warnings and errors only",
  allLevels: "All levels",
  none: "none",
} as const;

export const linkedLineTexts = {
  isNotALine: "is not a line",
} as const;

export const logPaneTexts = {
  /** The name of the pane, which may stand in a section called "Log". A title such as "Logs of its browsers" is one. */
  log(title: string): string {
    if (title === "Log") return "Log lines";
    return /^logs\b/i.test(title) ? title : `Log ${title}`;
  },
  linesOf: (title: string) => `Lines of ${title}`,
} as const;

export const logHeadTexts = {
  time: (zone: string | undefined) => (zone === undefined ? "Time" : `Time (${zone})`),
  log: "Log",
  level: "Level",
  source: "Source",
  message: "Message",
} as const;

export const logRowTexts = {
  showLess: "show less",
  showAllCharacters: (count: string) => `… show all ${count} characters`,
  linesCutAfter64Kb: "Lines are cut after 64 KB.",
  cut: "[cut]",
  foldOrUnfold: ({ isUnfolded, isStack }: { isUnfolded: boolean; isStack: boolean }) =>
    `${isUnfolded ? "Collapse" : "Expand"} this ${isStack ? "stack" : "JSON"}`,
} as const;

export const logTexts = {
  rowsDropped: (
    count: string,
    lost: number,
  ) => `--- ${count} ${lost === 1 ? "row was" : "rows were"} dropped while this file was written
`,
} as const;

/** `1,200 lines`; of a filtered pane `12 matching lines`; without a number if there are none. */
export const formatLineCount = (count: number, isFiltered: boolean): string =>
  [count === 0 ? "" : formatCount(count), isFiltered ? "matching" : "", count === 1 ? "line" : "lines"]
    .filter((part) => part !== "")
    .join(" ");

export const logToolbarTexts = {
  pause: "Pause (Space)",
  follow: "Follow (Space)",
  find: "Find (⌘F, Ctrl F)",
  close: (title: string) => `Close ${title}`,
  more: "More",
  wrapLines: "Wrap lines",
  timestamps: "Timestamps",
  timeSinceTheLineAbove: "Time since the line above",
  timeSinceNeedsTimestamps: "Time since the line above (needs timestamps)",
  fullScreen: "Full screen",
  highlights: "Highlights…",
  copy: (lines: string) => `Copy ${lines}`,
  download: (lines: string) => `Download ${lines}`,
  noLines: "This pane has no lines",
  noMatchingLines: "No line matches",
  clearPane: "Clear pane",
  highlightsOn: (count: number) => `${count} on`,
} as const;

export const paneFooterTexts = {
  aboutThisLog: "About this log",
  selectALine: "↑ ↓ select a line",
  thisLine: "This line",
  unfold: "Expand",
  copyLine: "Copy line",
  copyLink: "Copy link",
  deselectLine: "Deselect line (Esc)",
  toTheEnd: "To the end",
  pausedNew: (count: string) => `Paused · ${count} new`,
  ofUpToLines: (count: string) => ` of up to ${count} lines`,
  ofUpToBytes: (bytes: string) => ` of up to ${bytes}`,
  ofText: " of text",
  dropped: (count: string) => ` · ${count} dropped`,
  timesReceived: " · times received",
  clockAhead: (age: string) => ` · clock ${age} ahead`,
  timesFromLines: "Times are taken from the lines. ≈ marks the time a line was received.",
  linesWithoutTimes: "The lines have no times. The times shown are when they were received.",
  linesAheadOfClock: (age: string) =>
    `Lines have times up to ${age} ahead of when they were received. Check the writer's clock or LOG_TIME_ZONE.`,
  olderLinesDropped: ({ lines, bytes, dropped }: { lines: string; bytes: string; dropped: string }) =>
    `This pane shows up to ${lines} lines or ${bytes}. Older lines are dropped: ${dropped} so far.`,
  logStored: "This log is stored. Settings shows for how long.",
  logNotStored: (count: string, bytes: string, ringRetentionMs: number) =>
    `This log is not stored. Its newest ${count} lines (up to ${bytes}) stay readable for ${ringRetentionMs} min after the last viewer leaves.`,
  lineOrLines: (count: number) => (count === 1 ? " line" : " lines"),
} as const;

export const paneNotesTexts = {
  logNotLoaded: (reason: string) => `This log could not be loaded. ${reason}`,
  thisLogIsIncomplete: "This log is incomplete",
  dismiss: "Dismiss",
  noLineMatches: (because: string) => `No line matches: ${because}.`,
  showAllLines: "Show all lines",
} as const;

export const rowColumnsTexts = {
  timeUnknown: "time unknown",
  receivedTimeOnly: (time: string) => `Received ${time}, time written unknown`,
  written: (time: string) => `Written ${time}`,
  writtenAndReceived: ({ written, received }: { written: string; received: string }) =>
    `Written ${written}, received ${received}`,
  from: (source: string) => `From ${source}`,
  process: "Process",
} as const;

export const paneCopyTexts = {
  copied: (what: string) => `Copied ${what}`,
  notCopied: "Not copied",
  refusedOrTooLong: "The browser refused access to the clipboard, or the text is too long.",
  theLine: "the line",
  noLinkCopied: "No link copied",
  selectALineFirst: "Select a line first.",
  aLinkToTheLine: "a link to the line",
  filterStillRunning: "The filter is still running. Try again in a moment.",
} as const;

export const paneFindTexts = {
  levels: (levels: string) => `levels ${levels}`,
  time: (range: string) => `time ${range}`,
  text: (isInverse: boolean, text: string) => `${isInverse ? "without" : "with"} “${text}”`,
} as const;
