// Texts of the settings.

export const appearanceTexts = {
  system: "System",
  light: "Light",
  dark: "Dark",
  local: (zone: string) => `Local · ${zone}`,
  theme: "Theme",
  timeZone: "Time zone",
  timeZoneHint: "For tables, charts, logs and exports",
  highlights: "Highlights…",
} as const;

export const connectionDetailsTexts = {
  address: "Address",
  token: "Token",
  state: "State",
  lastAnswer: "Last answer",
  lastFailure: "Last failure",
  apiAddress: "API address",
  tokenFingerprint: "token fingerprint",
  fingerprintHint: "First 12 hex digits of the token's SHA-256",
  noneYet: "none yet",
  answering: "answering",
  noRequestsYet: "no requests yet",
  failing: (cause: string | undefined) => (cause === undefined ? "failing" : `failing · ${cause}`),
} as const;

export const evidenceDetailsTexts = {
  storedNow: "Stored now",
  size: "Size",
  storedFor: "Stored for",
  largestLog: "Largest log",
  followedNow: "Followed now",
  deletedEarly: "Deleted early",
  of: (bytes: string) => `of ${bytes}`,
  logsCompressedFrom: ({ stored, uncompressed }: { stored: string; uncompressed: string }) =>
    ` · logs ${stored}, compressed from ${uncompressed}`,
  afterLastLineOrPicture: " after the last line or picture",
  ofText: (bytes: string) => `${bytes} of text`,
  olderLinesAreDeleted: " · older lines are deleted",
  nothing: "nothing",
  nothingStoredYet: "Nothing is stored yet. Stored logs, pictures and videos are counted here.",
  oldest: " · oldest ",
  notReportedYet: "not reported yet",
  ofUpTo: (count: string) => `of up to ${count}`,
  waitingLinesMayBeMissing: (count: string) => ` · ${count} waiting: lines may be missing`,
  lastReported: "last reported ",
  recorderOffOrNoLogs: ": recorder off, or no logs are stored",
  pictures: (size: string) => ` · pictures ${size}`,
  days: (count: number) => `${count} ${count === 1 ? "day" : "days"}`,
} as const;

export const evidenceRulesTexts = {
  logsStored: "Logs stored",
  by: (by: string) => `by ${by}, `,
  exceptions: "Exceptions",
  changed: "Changed",
} as const;

export const evidenceSectionTexts = {
  evidence: "Evidence",
  whatIsStored: "What is stored of browsers and invocations: logs, console and network, pictures and video.",
  edit: "Edit…",
  editEvidenceSettings: "Edit evidence settings…",
  resetToDefaults: "Reset to defaults…",
  resetEvidenceSettings: "Reset evidence settings?",
  variablesApplyAgain: "The environment variables apply again, and the exceptions are deleted.",
  reset: "Reset",
  evidenceSettingsReset: "Evidence settings reset",
} as const;

export const evidenceSettingTexts = {
  variableAndSetting: (variableNames: string, name: string) => `${variableNames} · settings.${name}`,
  changedInSettings: (defaults: string | number | undefined) => `changed in Settings; variable ${defaults}`,
} as const;

export const formatRetentionTexts = {
  afterTheStartOnceEnded: (all: string) => `${all} after the start, once ended`,
  sameAsTheInvocation: "same as the invocation",
  byFiveMinutesAndHour: (raw: string, all: string) => `${raw} by 5 min, ${all} by the hour`,
  thenFiveMinuteSteps: (raw: string) => `${raw}, then 5 min steps`,
  afterLastSeenUnlessPinned: (all: string) => `${all} after last seen, pinned: no limit`,
  afterLastSeen: (all: string) => `${all} after last seen`,
  afterTheEnd: (all: string) => `${all} after the end`,
  longerForOpenAlerts: (all: string) => `${all}, longer for open alerts`,
} as const;

export const partialReadMessageTexts = {
  readOthersUnreadable: (read: string) => `${read} read, others unreadable`,
  readSomeMayBeMissing: (read: string) => `${read} read, some may be missing`,
  firstOnly: (read: string) => `first ${read} only`,
} as const;

export const recorderDetailsTexts = {
  state: "State",
  recordedBy: "Recorded by",
  invocationsRead: "Invocations read",
  poolsRead: "Pools read",
  browsersRead: "Browsers read",
  proxiesRead: "Proxies read",
  profilesRead: "Profiles read",
  extensionsRead: "Extensions read",
  invocationsSince: "Invocations since",
  startedIn24H: "Started in 24 h",
  store: "Database",
  kept: "Stored for",
  deletingOldRecords: "deleting old records",
  recordingSeenIds: "recording seen ids",
  noReplicaIsRecording: "no replica is recording",
  nameOfTheRecordingReplica: "name of the recording replica",
  term: (here: boolean, term: number) => `${here ? "this replica" : "another replica"} · term ${term}`,
  olderOnesLoading: "older ones loading",
  recordingFor: " · recording for ",
  limitedByAgeOnly: (kind: string) => ` in ${kind}, limited by age only`,
  ofLimitInStore: (bytes: string, kind: string, onDisk: string) =>
    ` of ${bytes} in the ${kind}, ${onDisk} on disk`,
  full: "full ",
  invocationsThatStartedBefore: ": invocations that started before ",
  wereDeletedEarly: " were deleted early",
  oldestDeletedEarly: ": the oldest ended resources without a pin were deleted early",
  overLimit: "over its limit. Raise RETENTION_MAX_MB or lower RETENTION_DAYS",
  samplesAndAudit: (rawRetention: string, auditDays: number) =>
    ` · samples ${rawRetention} · audit ${auditDays} d`,
  failingFor: (dutyMessages: string) => `${dutyMessages}: failing for `,
  paused: (dutyMessages: string, code: string) => `${dutyMessages}: paused · ${code}`,
  notRecordedSinceStart: (dutyMessages: string, count: string) =>
    `${dutyMessages}: ${count} not recorded since this replica started`,
  notOfferedByThisApi: "not offered by this API",
  lastRead: "; last read ",
  notYet: "not yet",
  failingForPart: "failing for ",
  loadingOlderOnesBackTo: "loading older ones back to ",
  reached: ", reached ",
  skippedTooLarge: (skipped: number) => `${skipped} skipped: too large`,
  catchingUp: "catching up",
  for: "for ",
  recording: "recording",
  failing: "failing",
  off: "off",
} as const;

export const recorderSectionTexts = {
  recorder: "Recorder",
  countedOnceAMinute: "Counted once a minute",
  couldNotBeLoaded: (message: string) => `could not be loaded: ${message}`,
  noInvocations: "no invocations",
  invocations: " invocations",
  failed: (share: string) => ` · ${share} failed`,
  completeness: (isComplete: boolean) => (isComplete ? " · complete" : " · incomplete"),
} as const;

export const recorderTablesTexts = {
  invocations: "Invocations",
  browsersOfInvocations: "Browsers of invocations",
  statisticsOfInvocations: "Statistics of invocations",
  samplesOfPools: "Samples of pools",
  samplesOfPools5Min: "Samples of pools, 5 min",
  figuresOfPools: "Figures of pools",
  checksOfProxies: "Checks of proxies",
  samplesOfProcesses: "Samples of processes",
  samplesOfProcesses5Min: "Samples of processes, 5 min",
  idsSeenOrPinned: "Ids seen or pinned",
  linksBetweenIds: "Links between ids",
  gapsInWatchedLogs: "Gaps in watched logs",
  gapsInLists: "Gaps in lists",
  alerts: "Alerts",
  webhookDeliveries: "Webhook deliveries",
  acts: "Acts",
  recorded: "Recorded",
  rows: "Rows",
  oldest: "Oldest",
  kept: "Stored for",
  state: "State",
  lasts: "lasts",
  filled: "filled",
  missing: "missing",
  list: "List",
  from: "From",
  to: "To",
  because: "Cause",
  recordedData: "Recorded data",
  nothingRecordedYet: "Nothing recorded yet",
  noGaps: "No gaps.",
  gaps: "Gaps",
  noGapsTitle: "No gaps",
  newestOnly: (listGapLimit: number, cut: string) => `Newest ${listGapLimit} of ${cut} only.`,
  now: "now",
} as const;

export const settingsViewTexts = {
  signedInAs: "Signed in as",
  role: "Role",
  signInEnds: "Sign-in ends",
  environment: "Environment",
  settings: "Settings",
  you: "You",
  appearance: "Appearance",
  connection: "Connection",
  apiOperations: "API operations",
  apiOperationsSource: "Detected from calls. A missing operation is tried again after 5 min.",
  about: "About",
  fleetdeck: "Fleetdeck",
} as const;
