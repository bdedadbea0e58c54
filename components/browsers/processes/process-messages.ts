// Texts of the processes of a browser.

export const commandRunTexts = {
  runCommand: "Run command",
  notStopped: "Not stopped",
  noMoreOutput: "No more output",
  copyOutput: "Copy output",
  theCommandHasEnded: "The command has ended.",
  stop: "Stop",
  close: "Close",
  closeAndKeepRunning: "Close and keep running",
  theCommandKeepsRunning: "The command keeps running",
  running: "Running…",
  outputWaits:
    "Started. Three outputs are open in other tabs: its output and its end are shown when one of them is closed.",
  maybeStillRunning: "It is not known whether the command is still running.",
  endedWithoutExitCode: "Ended. The API reports no exit code.",
  endedByASignal: "Ended by a signal.",
  endedWithExitCode: (exitCode: number) =>
    `${exitCode === 0 ? "Ended" : "Failed"} with exit code ${exitCode}.`,
  output: "Output",
  firstCharactersDropped: (count: string) => `The first ${count} characters were dropped.`,
} as const;

export const processDetailsTexts = {
  processId: "process id",
  noSamples: "No samples: processes are measured only while this tab is open.",
  memoryOf: (title: string) => `Memory of ${title}`,
  memory: "Memory",
  cpuOf: (title: string) => `CPU of ${title}`,
  cpuOfOneCore: "CPU, of one core",
  allSamples: "All samples",
  recordedSince: "Recorded since ",
  whileTabOpen: (count: string, samples: number, earlier: boolean) =>
    `, while this tab was open. ${count} ${samples === 1 ? "sample" : "samples"}${earlier ? " of the last 30 min" : ""}. Gaps have no samples.`,
} as const;

export const processExitTexts = {
  killedBy: (signal: string) => `killed by ${signal}`,
  killedByASignal: "killed by a signal",
  exited: (exitCode: number) => `exited ${exitCode}`,
} as const;

export const processForecastTexts = {
  overTheLimit: "over the limit",
  reachingTheLimit: "reaching the limit",
  bytesPerMinute: (bytes: string) => `${bytes} per minute`,
  usesLimitOrMore: (limit: string) => `Uses ${limit} or more.`,
  reachesLimitIn: (limit: string, roughly: string, perMinute: string, age: string) =>
    `Reaches ${limit} in about ${roughly}, growing ${perMinute} over the last ${age}.`,
  memoryDidNotGrow: (limit: string, age: string) => `Limit ${limit}: memory did not grow in the last ${age}.`,
  memoryVariedTooMuch: (limit: string, age: string) =>
    `Limit ${limit}: no forecast, memory varied too much in the last ${age}.`,
  forecastIn: (limit: string, age: string) => `Limit ${limit}: forecast in ${age}.`,
  oneMinute: "a minute",
} as const;

export const processKillTexts = {
  termEndItCleanly: "TERM: end it cleanly",
  intLikeCtrlC: "INT: like Ctrl+C",
  hupTerminalClosed: "HUP: terminal closed",
  killEndItAtOnce: "KILL: end it at once",
  theProcessIsNotRunning: "The process is not running.",
  sendSignal: "Send signal…",
  sendTo: (signal: string, title: string) => `Send ${signal} to ${title}?`,
  effect:
    "The signal goes to the process and its children, which may lose unsaved work. The API refuses signals to system processes.",
  send: (signal: string) => `Send ${signal}`,
  signal: "Signal",
  sent: (signal: string) => `${signal} sent`,
} as const;

export const processLimitTexts = {
  limitInvalid: "Enter a number above 0, or leave it empty.",
  memoryLimitOf: (title: string) => `Memory limit of ${title} in MB`,
  limitHint: "For the forecast only. The process is not limited.",
  setLimit: "Set limit",
} as const;

export const processNotesTexts = {
  notReportedSince: ({ known, missing }: { known: string; missing: string }) =>
    `Last known at ${known}. The API has not reported this process since ${missing}.`,
  lastKnownBeforeEnd: (clock: string) => `Last known at ${clock}. The browser has ended.`,
  browserEnded: "The browser has ended. The API no longer reports its processes.",
  lastReadAt: (clock: string) => `Not up to date: last read at ${clock}.`,
  showInLog: "Show in log",
  endedAtFromItsLog: (clock: string) => `Ended at ${clock}, from its log.`,
  endedBetween: ({ from, to }: { from: string; to: string }) => `Ended between ${from} and ${to}.`,
  endedBefore: (clock: string) => `Ended before ${clock}.`,
  apiDoesNotReportProcesses: "This API does not report processes.",
  apiDoesNotKnowProcess:
    "The API does not know this process. It ended long ago, or it belongs to another browser.",
  notUpToDate: (message: string) => `Not up to date: ${message}`,
} as const;

export const processRowTexts = {
  details: "details",
  recentMemoryOf: (title: string, bytes: string) => `Memory of ${title} in the last 10 min, now ${bytes}`,
  removeFromThisList: (title: string) => `Remove ${title} from this list`,
  cpu: "CPU",
  memory: "Memory",
} as const;

export const processSeriesTexts = {
  everySampleIsDrawn: "Every sample is drawn.",
  drawnInSteps: (duration: string) => `In steps of ${duration}: mean and highest CPU, highest memory.`,
} as const;

export const processStateTexts = {
  gone: "gone",
  running: "running",
} as const;

export const processesTabTexts = {
  processes: "Processes",
  whatIsListed:
    "Processes that the browser's log names, commands left running, and those added by id. Measured every 2 s while this tab is open. CPU in % of one core.",
  noKnownProcessesYet: "No known processes yet",
  endedWithoutProcesses: "This browser has ended, and its log names no process.",
  processesAppearHere:
    "Processes appear here when the browser's log names them. You can also add one by its id.",
  processIdInvalid: "Enter a UUID (36 characters).",
  processId: "Process id",
  processIdUuid: "Process id (UUID)",
  tooManyProcesses: (maxIds: number) => `Up to ${maxIds} processes. Remove one first.`,
  add: "Add",
} as const;

export const recordedProcessHistoryTexts = {
  meanCpuOfOneCore: "Mean CPU, of one core",
  samplesNotLoaded: "The samples could not be loaded",
  recordedSince: (count: string, samples: number) =>
    `${count} ${samples === 1 ? "sample" : "samples"} recorded since `,
  whileTabOpen: (sampleStep: string) => `, while this tab was open. ${sampleStep} Gaps have no samples.`,
  fromTheDashboardsSamples: "From the dashboard's samples",
  memoryOfAllSamples: (title: string) => `Memory of ${title}, all samples`,
  memory: "Memory",
  highestMemory: "Highest memory",
  cpuOfAllSamples: (title: string) => `CPU of ${title}, all samples`,
  cpuOfOneCore: "CPU, of one core",
  most: "most",
} as const;

export const runCommandButtonTexts = {
  runCommands: "run commands",
  thisBrowserHasEnded: "This browser has ended.",
  runCommand: "Run command…",
} as const;

export const runCommandDialogTexts = {
  enterACommand: "Enter a command.",
  commandTooLong: "Use up to 100,000 characters.",
  folderInvalid: "Enter an absolute path, such as /tmp.",
  runCommand: "Run command",
  whereItRuns: "Runs on the browser's machine, as its user.",
  notStarted: "Not started",
  effect: "The command is written to the audit. It stops when the browser ends.",
  command: "Command",
  commandHint: "Runs in a shell: pipes and redirections work.",
  moreSettings: "More settings",
  folder: "Folder",
  folderHint: "Empty: the user's home folder.",
  timeLimitInSeconds: "Time limit in seconds",
  timeLimitHint: "Empty: no limit.",
} as const;
