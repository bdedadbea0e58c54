// Texts of the timeline.

export const laneBoardTexts = {
  dragToSelectTime: "Drag over the lanes to select a time range",
  lanes: "Lanes",
  selectATimeFirst: "Select a time range first.",
  zoomToSelection: "Zoom to selection",
  clear: "Clear",
  missingBrowsers: "missing browsers",
  notRecorded: "not recorded",
  beforeRecordingBegan: "before recording began",
  logGap: "log gap",
  range: ({ from, to, duration }: { from: string; to: string; duration: string }) =>
    `${from} to ${to}, ${duration}`,
} as const;

export const notRecordedTexts = {
  all: "all",
  invocations: "invocations",
  allButInvocations: "all but invocations",
  nothingRecordedYet: "nothing recorded yet",
  beforeRecordingBegan: "before recording began",
  olderStillLoading: "older ones are still loading",
} as const;

export const laneShapesTexts = {
  future: "Future",
  notRecordedFromTo: (from: string, to: string | null, why: string) =>
    `Not recorded from ${from} to ${to ?? "now"}: ${why}`,
  notRecordedBefore: (to: string) => `Not recorded before ${to}`,
  recordingBeganThen: (to: string) => `Not recorded before ${to}, when recording began`,
  invocations: "Invocations",
  everythingElse: "Everything else",
  nothingRecordedYet: "Nothing recorded yet",
} as const;

export const lanesTexts = {
  pool: (name: string, value: string) => `Pool ${name}${value}`,
  noSample: "no sample",
  calmPools: (count: number, isCoarse: boolean) =>
    `${count} pools${isCoarse ? ", none known missing" : " at size"}`,
  andOthers: (names: string, others: number) => (others === 0 ? names : `${names} and ${others} others`),
} as const;

export const momentLanesTexts = {
  lines: (count: number) => `${count} ${count === 1 ? "line" : "lines"}`,
  anUnknownNumberOfLines: "an unknown number of lines",
  linesMissing: ({
    log,
    session,
    missing,
    until,
    reason,
  }: {
    log: string;
    session: string;
    missing: string;
    until: string;
    reason: string;
  }) => `${log} of ${session}: ${missing} missing until ${until} (${reason})`,
  notReadFromTo: ({
    list,
    from,
    to,
    why,
    filled,
  }: {
    list: string;
    from: string;
    to: string | null;
    why: string;
    filled: boolean;
  }) => `${list} not read from ${from} to ${to ?? "now"} (${why})${filled ? ", read later" : ""}`,
  check: ({ proxy, status, time, source }: { proxy: string; status: string; time: string; source: string }) =>
    `${proxy} ${status} at ${time} (${source})`,
  act: ({
    actor,
    act,
    object,
    answer,
    time,
  }: {
    actor: string;
    act: string;
    object: string;
    answer: string;
    time: string;
  }) => `${actor}: ${act} ${object}, ${answer} at ${time}`,
  capacity: ({
    acquired,
    available,
    unfilled,
    time,
  }: {
    acquired: number;
    available: number;
    unfilled: number | undefined;
    time: string;
  }) =>
    `${acquired} acquired, ${available} available, ${unfilled === undefined ? "size unknown" : `${unfilled} missing`} from ${time}`,
} as const;

export const spanLanesTexts = {
  oldestNotShown: (to: string) => `Oldest browsers not shown: number unknown before ${to}`,
  endUnknown: "end unknown",
  startedFrom: (startedIn: number, timeText: string, counts: string) =>
    `${startedIn} started from ${timeText}: ${counts}`,
  browsersFrom: (count: number, timeText: string, isLeast: boolean) =>
    `${isLeast ? "at least " : ""}${count} ${count === 1 ? "browser" : "browsers"} from ${timeText}`,
  to: (time: string) => `to ${time}`,
  invocation: ({ name, status, from, end }: { name: string; status: string; from: string; end: string }) =>
    `${name} ${status}, from ${from} ${end}`,
  session: ({ id, from, isEnded, end }: { id: string; from: string; isEnded: boolean; end: string }) =>
    `${id}, from ${from}, ${isEnded ? "ended" : "last seen"} ${end}`,
} as const;

export const tableKeysTexts = {
  invocations: "Invocations",
  browsers: "Browsers",
  pools: "Pools",
  proxyChecks: "Proxy checks",
  marksAndLogGaps: "Marks and log gaps",
  acts: "Acts",
  notRecorded: "Not recorded",
} as const;

export const timeAxisRowTexts = {
  moveSelection: "Move selection",
  startOfSelection: "Start of selection",
  endOfSelection: "End of selection",
  range: (from: string, to: string) => `${from} to ${to}`,
} as const;

export const timelineControlsTexts = {
  dashboardReturnedNoData: "The dashboard returned no data.",
  selectedRange: "Selected range",
  theTimelineIsLoading: "The timeline is loading.",
  range: "Time range",
  wider: "Wider",
  addMark: "Add mark…",
  export: "Export",
  exportSelection: "Export selection",
  exportTimeline: "Export the timeline",
  copyLinkToThisRange: "Copy link to this range",
  timelineExported: "Timeline exported",
  withoutPayloadsAndCredentials: (name: string) => `${name}, without payloads and credentials`,
  theTimelineWasNotExported: "The timeline was not exported",
} as const;

export const timelineViewTexts = {
  timeline: "Timeline",
  fromTheDashboardsHistory: "From the dashboard's history",
  invocationsMayBeMissing: "invocations may be missing",
  timelineNotLoaded: "The timeline could not be loaded",
} as const;
