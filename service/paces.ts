// Every rest of the service between two looks, tries or signs of life. Tests run them faster; the clock, time-outs,
// and whatever a client chose or the API promises to it stay as they are.

/** Below this a look costs more than the wait it saves. */
const shortestMs = 20;

/** The paces of a service whose rests are `speedup` times as short as they are in use. */
export function pacesAt(speedup: number) {
  const rest = (ms: number, atLeastMs = shortestMs) => Math.min(ms, Math.max(atLeastMs, ms / speedup));
  return {
    pools: {
      /** The minute that a fill rate counts in. The rate itself, and how long a caller waits, stay. */
      fillMinuteMs: rest(60_000),
      /** Capacity also frees up where nobody tells: a session elsewhere that failed to start. */
      capacityRetryMs: rest(2_000),
    },
    sessions: {
      /** Between two looks for sessions that reached their time-out. */
      timeoutLookMs: rest(1_000),
    },
    browsers: {
      closingTabsLookMs: rest(20),
      fullWindowLookMs: rest(25),
      loadingTabLookMs: rest(50),
    },
    instances: {
      /** How long an exited process is still known. */
      rememberExitedMs: rest(60_000),
      /** Between two looks at what the processes of one instance take; a look reads all that the system runs. */
      loadLookMs: rest(1_000, 500),
      /** Between two rounds of ending a tree of processes: soon at first, then more rarely. */
      firstKillRoundsMs: rest(5),
      laterKillRoundsMs: rest(50),
      /** The same for what an earlier run of the service left. */
      sweepRoundsMs: rest(20),
    },
    logs: {
      /** Between two looks at a file that is followed: while it grows, and when it has long been quiet. */
      fastestLookMs: rest(25),
      slowestLookMs: rest(200, 100),
    },
    replays: {
      /** Between two looks for recordings that are too old. */
      retentionLookMs: rest(3_600_000),
      /** After which the page of a recording that still runs is loaded again. */
      pageReloadMs: rest(3_000, 1_000),
    },
    events: {
      /** Between two signs of life of a quiet stream. */
      heartbeatMs: rest(15_000),
    },
    http: {
      /** Between two looks for connections whose request does not end. */
      connectionLookMs: rest(5_000),
    },
    traffic: {
      meanIntervalMs: rest(9_000),
    },
  };
}

export type Paces = ReturnType<typeof pacesAt>;

export const standardPaces: Paces = pacesAt(1);

/** How long the service waits for what is owed to it or may still come: never shorter, whatever the paces. */
export const graces = {
  /** For the word that a process is gone, after the end of its connections. */
  deathNewsMs: 1_000,
  /** For the word that a browser crashed, after its driver has noticed. */
  crashNoticeMs: 10_000,
  /** For a session that a runner asked for before it was killed. */
  lateSessionsMs: 30_000,
  /** For outputs that what a program left running holds open: after so long in silence they end. */
  silentOutputMs: 500,
} as const;

/** How long a connection may take. */
export interface ConnectionGraces {
  /** For the head of a request. */
  headMs: number;
  /** For a whole request with its body. */
  requestMs: number;
  /** For the rest of a request that has been answered. */
  lingerMs: number;
  /** For the next request; longer than clients keep a connection. */
  keepAliveMs: number;
}

export const standardConnectionGraces: ConnectionGraces = {
  headMs: 15_000,
  requestMs: 600_000,
  lingerMs: 5_000,
  keepAliveMs: 65_000,
};
