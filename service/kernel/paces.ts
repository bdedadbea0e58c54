// Every interval of the service between polls, retries and heartbeats, in one object, so that tests can shorten them.
// The clock, time-outs and everything that a client chose or the API promises are not scaled.
import { hourMs } from "./time-units.ts";

/** Below this a poll costs more than the waiting that it saves. */
const minIntervalMs = 20;

/** The paces with every interval divided by `speedup`, down to a minimum. */
export function pacesAt(speedup: number) {
  const interval = (ms: number, atLeastMs = minIntervalMs) => Math.min(ms, Math.max(atLeastMs, ms / speedup));
  return {
    pools: {
      /** The minute of a fill rate. The rate itself and how long a caller waits are not scaled. */
      fillMinuteMs: interval(60_000),
      /** Polled, because capacity also becomes free without an event: when a session elsewhere fails to start. */
      capacityRetryMs: interval(2_000),
    },
    sessions: {
      /** Between checks for sessions that reached their time-out. */
      timeoutCheckMs: interval(1_000),
    },
    store: {
      /** Between attempts to store what cannot be left out, such as an end, while the disk is full. */
      retryMs: interval(1_000),
    },
    spare: {
      /** Between a session's creation and the start of the browser for the next one. */
      startAfterMs: interval(500),
      /** How long one is kept that no session needs. */
      keepMs: interval(600_000),
    },
    browsers: {
      fullWindowPollMs: interval(25),
      loadingTabPollMs: interval(50),
    },
    instances: {
      /** How long the status of an exited process can be read: as long as at the published API. */
      rememberExitedMs: 10_000,
      /** Between samples of the load of one instance's processes; each sample lists all processes of the machine. */
      loadSampleMs: interval(1_000, 500),
      /** Between attempts to kill a process tree: short at first, then longer. */
      initialKillRetryMs: interval(5),
      laterKillRetryMs: interval(50),
    },
    logs: {
      /** Between polls of a followed file: minimum while it grows, maximum when it has long been quiet. */
      minPollMs: interval(25),
      maxPollMs: interval(200, 100),
    },
    replays: {
      /** Between checks for recordings past their retention. */
      retentionCheckMs: interval(hourMs),
      /** Reload interval of the page of a recording in progress. */
      pageReloadMs: interval(3_000, 1_000),
    },
    records: {
      /** Between checks for records past their retention. */
      retentionCheckMs: interval(hourMs),
    },
    telemetry: {
      /** Between checks for archives past their retention. */
      retentionCheckMs: interval(hourMs),
      /** Between pictures of a page that changes; and at least between any two pictures of it. */
      screenshotMs: interval(5_000, 500),
      minScreenshotGapMs: interval(1_000, 200),
    },
    events: {
      /** Between heartbeats of a quiet stream. */
      heartbeatMs: interval(15_000),
    },
    http: {
      /** Between checks for connections with an overdue request. */
      connectionCheckMs: interval(5_000),
    },
    sharedState: {
      /** Between renewals of the right to work; after how long without one another service takes it. */
      renewMs: interval(2_000, 500),
      lostAfterMs: interval(10_000, 4_000),
      /** Between attempts to get that right, and to reach a database that went away. */
      retryMs: interval(500),
      reconnectMs: interval(250),
      /** How long an act waits until it is stored. */
      storeWithinMs: interval(10_000, 5_000),
    },
    traffic: {
      meanIntervalMs: interval(9_000),
    },
  };
}

export type Paces = ReturnType<typeof pacesAt>;
export type SharedStatePaces = Paces["sharedState"];

export const standardPaces: Paces = pacesAt(1);

/** Waiting times for events that may still arrive. Not scaled by the speed-up. */
export const gracePeriods = {
  /** For the exit event of a process after its connections have closed. */
  exitNotificationMs: 1_000,
  /** For the crash event of a browser after its driver has reported an error. */
  crashNoticeMs: 10_000,
  /** For the result of an invocation on a node whose time limit passed while no service was there. */
  lateResultMs: 10_000,
  /** For a session whose creation a runner had requested before it was killed. */
  lateSessionsMs: 30_000,
  /** For output pipes that descendants of an exited process hold open: closed after this time without output. */
  silentOutputMs: 500,
} as const;

/** Time limits of a connection. */
export interface ConnectionTimeouts {
  /** For receiving the head of a request. */
  headMs: number;
  /** For receiving a whole request with its body. */
  requestMs: number;
  /** For receiving a whole request whose body is an upload. */
  uploadMs: number;
  /** For receiving more of a request that has been responded to. */
  lingerMs: number;
  /** For the next request; longer than common clients keep idle connections. */
  keepAliveMs: number;
}

export const standardConnectionTimeouts: ConnectionTimeouts = {
  headMs: 15_000,
  requestMs: 120_000,
  uploadMs: 300_000,
  lingerMs: 5_000,
  keepAliveMs: 65_000,
};
