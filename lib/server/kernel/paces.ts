// Every interval, lease, staleness bound, pause and backoff of the dashboard's server, in milliseconds. TEST_SPEEDUP
// divides these values, so that tests run the whole program faster; clocks are unaffected. Timeouts for other parties
// (`deadlines`) are never divided, so that a slow machine causes no failures.
import { alertClosing } from "../../bff/alerts.ts";
import { liveBounds } from "../../bff/live.ts";
import { scaled, sharedPaces } from "../../bff/shared-paces.ts";
import { hourMs } from "../../bff/time-units.ts";
import { readTestSpeedup } from "./env.ts";

const slowMs = sharedPaces.idlePoolsMs;

/** The paces in production. */
export const standardPaces = {
  /** Answers for the pages of many operators. */
  shared: {
    /** How long an answer is reused for everyone. */
    freshMs: 1_000,
    /** How long for viewers who have not received it yet; shorter than the interval at which pages poll. */
    freshToOthersMs: 4_700,
  },
  /** Calls of the API. */
  upstream: {
    /** Maximum age of an answer that is returned because no newer one is available. */
    oldestMs: 600_000,
    /** How long an operation found missing is treated as missing. */
    absentTtlMs: 300_000,
    /** How long a call shows in the metrics whether the API answers: several times longer than between two of the recorder. */
    knownForMs: 60_000,
    /** An open circuit breaker lets one call through at this interval. */
    probeEveryMs: 5_000,
    firstRetryMs: 100,
    longestRetryMs: 1_000,
    /** The pause after a 429 without Retry-After. */
    busyRestMs: 1_000,
  },
  /** Polling of lists, once for all viewers. */
  polling: {
    usual: { fastMs: 2_000, slowMs, watchedForMs: 10_000 },
    /** For lists that change by hand only. */
    calm: { fastMs: 10_000, slowMs: 60_000, watchedForMs: 30_000 },
    /** How long a missing operation is not called, even with viewers. */
    absentRestMs: 60_000,
    /** A long list costs one request per page: after a full read, the pages after the first are skipped for this long
     *  per page. */
    restPerPageMs: 1_000,
    /** The longest time without a poll that is not recorded as a gap. */
    maxSilenceMs: 3 * slowMs,
    /** A replica that does not record reports its viewers to the one that does at most this often. */
    viewerCheckpointMs: 5_000,
  },
  /** The recorder's lease. Together these replace a dead holder within 5 seconds. */
  lease: {
    /** Lifetime without renewal. */
    ttlMs: 4_000,
    /** How long an act counts as under way after its process last said so. */
    actMs: 60_000,
    /** The interval at which the holder renews it and the others read it. */
    renewEveryMs: 900,
  },
  /** The audit. */
  audit: {
    /** How often acts under way are renewed, and those of dead processes are looked for. */
    actsEveryMs: 5_000,
    /** A repeated act waits for the answer of the first at this interval. */
    repeatedEveryMs: 200,
    /** How long the answer of an act is given again. */
    repliesMs: 600_000,
    checkpointEveryMs: 60_000,
    /** Refusals of one operator and operation are counted for this long. */
    refusalsMs: 60_000,
  },
  /** Mirroring the invocations. */
  mirror: {
    /** The minute of the requests per minute that recording may send; a pace, so that requests scale with the turns. */
    budgetMinuteMs: 60_000,
    /** Ended invocations are read once more: an end may be reported late or be corrected. */
    sweepEveryMs: 300_000,
    lateArrivalBackfillEveryMs: hourMs,
    /** The interval at which the list is read again for invocations that cannot be retrieved one by one. */
    readBackEveryMs: 60_000,
    /** The interval at which, on a busy fleet, a turn starts reading far behind the checkpoint. */
    wideEveryMs: 60_000,
    /** Interval between requests for the sessions of any invocation: 150 a minute. */
    sessionsEveryMs: 400,
    /** Interval between requests for the sessions of the same invocation. */
    sessionsLeastMs: 5_000,
    sessionsMostMs: 60_000,
  },
  /** Keeping the store within its bounds. A failed turn is repeated soon, because the recorder counts as failing until
   *  then. */
  cleaning: { fastMs: 1_000, slowMs: 60_000, againMs: 10_000 },
  store: {
    /** A shared database that does not answer is tried again at this interval. */
    tryAgainMs: 1_000,
    /** A connection that only receives does not notice a server that is gone: it is asked at this interval. */
    listeningCheckedMs: 30_000,
  },
  /** Writing the inventory. */
  noting: {
    /** How long observations are collected into one batch; a proxy check made here is written sooner. */
    batchMs: 1_000,
    checkMs: 50,
    /** An unchanged resource is written as seen again at most this often. */
    againMs: 10_000,
  },
  /** Age bounds of the cached sessions of running invocations. */
  invocationSessions: {
    /** For a page about one resource. */
    usual: { minMs: 1_000, maxMs: 10_000 },
    /** For an operator who is about to act on it. */
    now: { minMs: 1_000, maxMs: 1_000 },
    /** For figures that are recomputed all the time while they have viewers. */
    calm: { minMs: 10_000, maxMs: 10_000 },
  },
  /** How long what is read for the metrics is used again: several may scrape. */
  metrics: { sharedForMs: 5_000 },
  /** The list of problems that need an operator. */
  attention: {
    /** How long the comparison of actions with the day before is reused. */
    verdictsForMs: 30_000,
    /** How long the usual durations of actions are reused. */
    usualForMs: 60_000,
    /** How often the samples of pools are read from the beginning, and not only what is new. */
    samplesForMs: 300_000,
    /** Older pool samples and alert evaluations are not used. */
    poolsFreshMs: 90_000,
    alertsFreshMs: sharedPaces.alertsFreshMs,
  },
  scheduledChecks: { turnMs: 15_000 },
  alerts: {
    /** The rules are evaluated at this interval. */
    turnMs: 5_000,
    /** The most time that one evaluation adds to a state: beyond it, nothing was evaluated in between. */
    mostElapsedMs: 15_000,
    /** Data older than this counts as no data. */
    staleAfterMs: 60_000,
    /** Without data for this long an alert may be closed by hand. */
    closableAfterMs: alertClosing.noDataMs,
  },
  /** Sending webhooks. */
  deliveries: { turnMs: 2_000, firstPauseMs: 5_000, longestPauseMs: 900_000 },
  /** The live stream of a browser. */
  live: {
    batchMs: liveBounds.batchMs,
    tickMs: liveBounds.tickMs,
    heartbeatMs: liveBounds.heartbeatMs,
    maxAgeMs: liveBounds.maxAgeMs,
    /** The `retry` of the stream, for a plain EventSource. */
    eventSourceRetryMs: 3_000,
  },
  /** Streaming logs from the API to viewers. */
  logs: {
    /** How long a stream stays open after its last viewer, for a page that is reloaded (under a second, so that nobody
     *  holds what they have left), and how long its lines are kept. */
    lingerMs: 900,
    ringRetentionMs: liveBounds.ringRetentionMs,
    minBackoffMs: 250,
    firstBackoffMs: 500,
    maxBackoffMs: 1_500,
    /** A missing log is requested again. */
    unavailableRestMs: 5_000,
  },
  /** Storing logs and pictures, and recording video, by rules. */
  evidenceRecorder: {
    /** How often lines are written: a lost leader loses at most these and the time of one write. */
    saveMs: 1_000,
    /** How often new browsers and invocations are looked for. */
    discoverMs: 2_000,
    /** The first pause after the API could not do what a rule does to a browser, which doubles, and the longest. */
    firstActPauseMs: 5_000,
    longestActPauseMs: 300_000,
    /** How often what keeps browsers alive is written for the other replicas. */
    activityMs: 5_000,
    /** Invocations that ended this long ago get their log stored, if it is not. */
    lateMs: 600_000,
    /** Browsers that ended this long ago get their telemetry stored, if it is not. */
    endedLateMs: 60_000,
    /** Logs of invocations that ended this long ago are searched for the browsers that they name. */
    namedLateMs: 10_000,
    /** How often logs that the rule does not name are deleted, and how long after their end at the earliest and latest. */
    reviewEveryMs: 10_000,
    reviewAfterMs: 60_000,
    reviewWithinMs: hourMs,
    /** How often it is written how far they were. */
    reviewNotedMs: 60_000,
    /** How often the size of all stored logs is checked. */
    measureEveryMs: 10_000,
  },
  /** Sign-ins. */
  access: {
    /** How long the row of a sign-in is cached. */
    recheckMs: 5_000,
    /** An open live view is renewed at this interval; without it, its address ends after a minute. */
    liveViewRenewedMs: 20_000,
    /** The time of last use is written at most this often. */
    touchMs: 60_000,
  },
  /** Retry-After of refusals. */
  retryAfter: {
    circuitOpenMs: 5_000,
    signInBusyMs: 2_000,
    tooManyStreamsMs: 5_000,
    tooManyLogsMs: 30_000,
    startingMs: 1_000,
    drainingMs: 2_000,
    storeUnavailableMs: 5_000,
  },
  /** The process. */
  process: {
    /** How long the counted table sizes are cached. */
    tablesCountedMs: 60_000,
    connectionsCheckedMs: 5_000,
    idleConnectionsClosedMs: 200,
  },
  /** How often a fault that repeats itself is looked at, and the first pause between two lines about it. */
  repeatedFaults: { lookMs: 60_000 },
} as const;

/** Timeouts for other parties, in milliseconds; the same at every speed. */
export const deadlines = {
  /** Bounds of one exchange: `headersMs` to status and headers, `totalMs` to the end. */
  upstream: {
    connectMs: 3_000,
    bodySilenceMs: 30_000,
    read: { headersMs: 10_000, totalMs: 20_000 },
    write: { headersMs: 30_000, totalMs: 35_000 },
    /** A synchronous invocation. */
    invocation: { headersMs: 120_000, totalMs: 125_000 },
    /** Stopping a recording answers once the video is final; a browser may have to be started. */
    slowWrite: { headersMs: 90_000, totalMs: 95_000 },
    streamHeadersMs: 10_000,
    liveView: { headersMs: 5_000, totalMs: 5_000 },
    downloadHeadersMs: 30_000,
    /** After this, a read returns the last good answer, if there is one. */
    slowReadMs: 2_500,
  },
  upload: {
    /** The longest time without a byte, from the client or to the upstream. */
    idleMs: 60_000,
    /** From the last byte sent to the answer: Chromium is restarted meanwhile. */
    answerMs: 180_000,
    /** Longer than `server.uploadMs`, so that the limits above take effect first. */
    totalMs: 600_000,
  },
  /** After this time in which the client reads nothing, a download ends: it holds a connection to the upstream. */
  download: { blockedMs: 120_000 },
  store: {
    /** How long a statement waits for another program that locks the embedded file. */
    fileBusyMs: 5_000,
    connectMs: 3_000,
    /** After this without an answer it is checked whether the database is still there. */
    slowQueryMs: 3_000,
    queryMs: 15_000,
    /** The server itself ends a statement after this whose client may be gone. */
    abandonedQueryMs: 20_000,
    /** The server ends a transaction whose process sends nothing for this long: others wait for its locks. */
    idleTransactionMs: 5_000,
    /** Bringing the schema up to date, with the wait for another replica that does it. */
    migrationMs: hourMs,
  },
  /** How long a scrape waits for a write to the store: longer than for a lock, shorter than Prometheus waits (10 s). */
  metrics: { writeMs: 6_000 },
  /** How long a repeated act waits for the answer of the first. */
  repeatedAct: { totalMs: 30_000 },
  webhook: { totalMs: 5_000 },
  live: {
    /** The stream of a viewer who reads nothing for this long is closed. */
    blockedMs: 15_000,
    /** After a closing event that could not be delivered. */
    farewellMs: 1_000,
    /** The live stream writes more often than this. A socket without traffic for twice as long has a peer that does not
     *  read; the framework cannot close it, because it waits for the write that never ends. */
    silentSocketMs: 10_000,
  },
  logs: {
    /** Reading the history of a log: a silence after which it may be complete, one after which it is. */
    silenceMs: 700,
    endlessMs: 3_500,
    /** At this interval a history that still flows is left if the followed lines continue it. */
    joinEveryMs: 500,
    /** How long the lines that have not been shown are sought in it. */
    totalMs: 30_000,
    /** How long after the end of the history followed lines may still repeat it. */
    seamMs: 1_000,
    /** How long a log waits for a viewer who takes nothing, and for one who stays behind. */
    viewer: { stuckMs: 2_000, behindMs: 30_000 },
    /** A stream with heartbeats that sends nothing for this long, and for three of these, has broken. */
    silentStreamMs: 45_000,
    /** A stream that ends this soon after opening, with at most one line, only stated why there is nothing to read. */
    explainedWithinMs: 2_000,
  },
  /** `requestMs`: to the end of a request's body, `uploadMs` where that is an upload. `silentMs`: a connection on which nothing
   *  was sent or received for this long is closed; longer than any answer takes (`upload.answerMs`). */
  server: {
    requestMs: 120_000,
    uploadMs: 300_000,
    headersMs: 15_000,
    keepAliveMs: 65_000,
    silentMs: 200_000,
  },
  shutdown: { inFlightMs: 10_000, exitMs: 15_000 },
} as const;

interface Paces {
  readonly [name: string]: number | Paces;
}

type Faster<P> = { readonly [Name in keyof P]: P[Name] extends number ? number : Faster<P[Name]> };

/** The paces divided by `speedup`: whole milliseconds, rounded up, so that none becomes 0. */
export function spedUp<P extends Paces>(paces: P, speedup: number): Faster<P>;
export function spedUp(paces: Paces, speedup: number): Paces {
  const entries = Object.entries(paces).map(([name, pace]): [string, number | Paces] => [
    name,
    typeof pace === "number" ? scaled(pace, speedup) : spedUp(pace, speedup),
  ]);
  return Object.fromEntries(entries);
}

/** A lease has to outlast the pauses of a busy machine, which TEST_SPEEDUP does not shorten. */
const leaseSpeedupMax = 1.3;

/** The paces of a program that runs `speedup` times faster than in production. */
export function pacesAt(speedup: number) {
  const faster = spedUp(standardPaces, speedup);
  const leased = (ms: number) => scaled(ms, Math.min(speedup, leaseSpeedupMax));
  const ttlMs = leased(standardPaces.lease.ttlMs);
  const actMs = leased(standardPaces.lease.actMs);
  return { ...faster, lease: { ...faster.lease, ttlMs, actMs } };
}

/** The paces of this process: equal in every copy of this module, because they depend on the environment only. */
export const paces = pacesAt(readTestSpeedup());

/** Milliseconds rounded up to whole seconds, as for Retry-After. */
export const wholeSeconds = (ms: number): number => Math.ceil(ms / 1_000);
