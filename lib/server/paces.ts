// Every interval, lease, staleness bound, rest and backoff of the dashboard's server, in milliseconds. Tests run the
// whole program faster with TEST_SPEEDUP: these values are divided by it, clocks are not. What bounds the patience with
// somebody else stands apart and is never divided, so that a slow machine fails nothing.
import { alertClosing } from "../bff/alerts.ts";
import { liveBounds } from "../bff/live.ts";
import { scaled, sharedPaces } from "../bff/shared-paces.ts";
import { readTestSpeedup } from "./env.ts";

const slowMs = sharedPaces.idlePoolsMs;

/** The paces at their own speed. */
export const standardPaces = {
  /** Calls of the API. */
  upstream: {
    /** An answer is as good as a new one. */
    freshMs: 1_000,
    /** For another viewer than those who had it; shorter than the time after which pages ask again. */
    freshToOthersMs: 4_700,
    /** How old an answer may be that is given where there is no newer one. */
    oldestMs: 600_000,
    /** A missing operation is believed to be missing. */
    absentBelievedMs: 300_000,
    /** An open breaker lets a call through. */
    probeEveryMs: 5_000,
    firstRetryMs: 100,
    longestRetryMs: 1_000,
    /** The rest where the API asks to slow down and does not say for how long. */
    busyRestMs: 1_000,
  },
  /** Reading lists for everyone. */
  polling: {
    usual: { fastMs: 2_000, slowMs, watchedForMs: 10_000 },
    /** What changes by hand is asked for about once a minute. */
    calm: { fastMs: 10_000, slowMs: 60_000, watchedForMs: 30_000 },
    /** How long an operation that is not there is left alone, whoever looks. */
    absentRestMs: 60_000,
    /** A long list costs a request a page: the pages behind the first are read again only after this long for each. */
    restPerPageMs: 1_000,
    /** The silence that still counts as polled; beyond it a gap begins. */
    maxSilenceMs: 3 * slowMs,
    /** A look at a replica that does not record is told to the one that does at most this often. */
    viewerMarkMs: 5_000,
  },
  /** Which replica records. With both, a dead holder is followed within 13 seconds. */
  lease: {
    /** A lease lasts that is not renewed. */
    lastsMs: 9_000,
    /** It is renewed, or looked at. */
    beatMs: 2_000,
  },
  /** Mirroring the invocations. */
  mirror: {
    /** The minute of the requests a minute that recording may make: where turns come faster, so do requests. */
    budgetMinuteMs: 60_000,
    /** Ended runs are looked at once more: an end may be told late or be corrected. */
    sweepEveryMs: 300_000,
    lateSweepEveryMs: 3_600_000,
    /** The list is read again for runs that cannot be asked about one by one. */
    readBackEveryMs: 60_000,
    /** A turn begins to read far behind the mark, on a busy fleet. */
    wideEveryMs: 60_000,
    /** So often a run may be asked for its sessions, on the whole: 150 a minute. */
    sessionsEveryMs: 400,
    /** Between two looks at the sessions of one run. */
    sessionsLeastMs: 5_000,
    sessionsMostMs: 60_000,
  },
  /** Keeping the store within its bounds. One that failed is asked again soon: until then the recorder counts as failing. */
  cleaning: { fastMs: 1_000, slowMs: 60_000, againMs: 10_000 },
  /** Noting what answers teach. */
  noting: {
    /** How long what was seen waits for company; a check made here is written sooner. */
    batchMs: 1_000,
    checkMs: 50,
    /** A thing that has not changed is noted as seen again at most this often. */
    againMs: 10_000,
  },
  /** Sessions of running runs, as told a moment ago. */
  runSessions: {
    /** For a page about one thing. */
    usual: { leastMs: 1_000, mostMs: 10_000 },
    /** For who is about to act on it. */
    now: { leastMs: 1_000, mostMs: 1_000 },
    /** For figures that are worked out all the time while somebody looks. */
    calm: { leastMs: 10_000, mostMs: 10_000 },
  },
  /** What needs an operator now. */
  attention: {
    /** An answer of this age is as good as a new one. */
    sharedForMs: 2_000,
    /** How slow an action has become in a day does not change faster. */
    verdictsForMs: 30_000,
    /** What was read or looked at earlier says nothing of now. */
    poolsFreshMs: 90_000,
    alertsFreshMs: 60_000,
  },
  scheduledChecks: { turnMs: 15_000 },
  alerts: {
    /** The rules are looked at. */
    turnMs: 5_000,
    /** Two looks further apart than this: nobody looked in between, and only so much time counts. */
    mostElapsedMs: 15_000,
    /** What was not read for so long says nothing of now. */
    staleAfterMs: 60_000,
    /** Without data for so long an alert may be closed by hand. */
    closableAfterMs: alertClosing.noDataMs,
  },
  /** Sending what alerts say. */
  deliveries: { turnMs: 2_000, firstPauseMs: 5_000, longestPauseMs: 900_000 },
  /** The live stream of a browser. */
  live: {
    batchMs: liveBounds.batchMs,
    tickMs: liveBounds.tickMs,
    heartbeatMs: liveBounds.heartbeatMs,
    maxAgeMs: liveBounds.maxAgeMs,
    /** A plain EventSource tries again. */
    eventSourceRetryMs: 3_000,
  },
  /** Reading logs from the API for those who watch them. */
  logs: {
    /** A stream lives on after its last viewer, and what it held after that. */
    lingerMs: 60_000,
    keptAfterMs: liveBounds.keptAfterMs,
    leastBackoffMs: 1_000,
    firstBackoffMs: 2_000,
    longestBackoffMs: 30_000,
    /** A log that is not there is asked for again. */
    unavailableRestMs: 5_000,
  },
  /** Who is signed in. */
  access: {
    /** A session's row is read again. */
    recheckMs: 5_000,
    /** That a session is used is written at most this often. */
    touchMs: 60_000,
  },
  /** After how long who was refused is told to come again. */
  comeAgain: {
    apiKeptAwayMs: 5_000,
    signInBusyMs: 2_000,
    streamsTakenMs: 5_000,
    logsTakenMs: 30_000,
    startingMs: 1_000,
    drainingMs: 2_000,
    storeUnavailableMs: 5_000,
  },
  /** The program itself. */
  process: {
    /** The rows of tables are counted again. */
    tablesCountedMs: 60_000,
    connectionsCheckedMs: 5_000,
    idleConnectionsClosedMs: 200,
  },
} as const;

/** How long others are waited for, in milliseconds; the same at every speed. */
export const deadlines = {
  /** Bounds of one exchange: `headersMs` to status and headers, `totalMs` to the end. */
  upstream: {
    connectMs: 3_000,
    bodySilenceMs: 30_000,
    read: { headersMs: 10_000, totalMs: 20_000 },
    write: { headersMs: 30_000, totalMs: 35_000 },
    /** An invocation that runs to its end. */
    run: { headersMs: 120_000, totalMs: 125_000 },
    /** Stopping a recording answers once the video is final; a browser may have to be started. */
    slowWrite: { headersMs: 90_000, totalMs: 95_000 },
    streamHeadersMs: 10_000,
    downloadHeadersMs: 30_000,
    /** Then the last good answer is given instead, where there is one. */
    slowReadMs: 2_500,
  },
  upload: {
    /** Without a byte for this long, whoever should move is given up. */
    idleMs: 60_000,
    /** From the last byte sent to the answer: Chromium is restarted meanwhile. */
    answerMs: 180_000,
    /** Longer than the entry lets any request take, so that the bounds above decide. */
    totalMs: 600_000,
  },
  store: { fileBusyMs: 5_000, connectMs: 5_000, queryMs: 15_000 },
  webhook: { totalMs: 5_000 },
  live: {
    /** A viewer who takes nothing for this long is let go. */
    blockedMs: 15_000,
    /** After a goodbye that could not be delivered. */
    farewellMs: 1_000,
    /**
     * The live stream writes more often. A socket on which nothing moves for this long, and then as long again, has a
     * peer that takes nothing; the framework cannot end it, because it waits for the write that never ends.
     */
    silentSocketMs: 10_000,
  },
  logs: {
    /** Reading what a log held before. */
    firstByteMs: 3_000,
    silenceMs: 700,
    totalMs: 8_000,
    /** After the history's end, how long lines that followed meanwhile may still repeat it. */
    seamMs: 1_000,
    /** A stream that ends this soon after its opening, with a line at most, only said why there is nothing to read. */
    explainedWithinMs: 2_000,
  },
  server: { requestMs: 300_000, headersMs: 15_000, keepAliveMs: 65_000 },
  shutdown: { inFlightMs: 10_000, exitMs: 15_000 },
} as const;

interface Paces {
  readonly [name: string]: number | Paces;
}

type Faster<P> = { readonly [Name in keyof P]: P[Name] extends number ? number : Faster<P[Name]> };

/** The same paces `speedup` times faster: whole milliseconds, rounded up, so that none becomes nothing. */
export function spedUp<P extends Paces>(paces: P, speedup: number): Faster<P>;
export function spedUp(paces: Paces, speedup: number): Paces {
  const entries = Object.entries(paces).map(([name, pace]): [string, number | Paces] => [
    name,
    typeof pace === "number" ? scaled(pace, speedup) : spedUp(pace, speedup),
  ]);
  return Object.fromEntries(entries);
}

/** A lease has to outlast what a busy machine keeps its holder from running, which no speed of ours makes shorter. */
const leaseSpeedupMax = 3;

/** The paces of a program that runs `speedup` times faster than in use. */
export function pacesAt(speedup: number) {
  const faster = spedUp(standardPaces, speedup);
  const lastsMs = scaled(standardPaces.lease.lastsMs, Math.min(speedup, leaseSpeedupMax));
  return { ...faster, lease: { ...faster.lease, lastsMs } };
}

/** The paces of this process: the same in every copy of this module, as the environment alone decides. */
export const paces = pacesAt(readTestSpeedup());

/** A pace where only whole seconds can be told. */
export const wholeSeconds = (ms: number): number => Math.ceil(ms / 1_000);
