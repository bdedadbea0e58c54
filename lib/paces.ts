// Every interval, staleness bound, debounce, retry and timeout of the browser. Tests of the whole program divide them:
// the root layout writes `data-speedup` on <html>. Clocks run at normal speed.
import { scaled, sharedPaces } from "./bff/shared-paces.ts";

/** Parses the attribute: a whole number from 1 to 999; anything else is 1. */
export const speedupOf = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1;

export const pacesAt = (speedup: number) => {
  const at = (ms: number) => scaled(ms, speedup);
  return {
    /** Intervals of refetching visible data. */
    refresh: {
      /** An open invocation on its own page. */
      invocationMs: at(1_000),
      /** Lists, and single resources that change often. */
      listMs: at(2_000),
      /** Resources found through a list or the dashboard's record: each read costs a page. */
      recordedMs: at(4_000),
      /** Figures, alerts, pins, settings, audit. */
      figuresMs: at(5_000),
      /** Counts, dependents, and resources at rest. */
      countsMs: at(10_000),
      /** Data followed in hidden tabs, the recorder's state in the top bar, the timeline of a day. */
      calmMs: at(15_000),
      /** Long ranges, which are expensive and change little. */
      pastMs: at(30_000),
      /** Data that changes once a minute or less. */
      slowMs: at(60_000),
      /** Whether there are still more invocations than are read: a check costs twenty requests. */
      cutShortMs: at(120_000),
      /** Added for each page that a read took. */
      perPageMs: at(1_000),
    },
    /** Time for which a response counts as fresh. */
    stale: {
      standardMs: at(1_000),
      briefMs: at(5_000),
      sessionMs: at(10_000),
      calmMs: at(30_000),
      slowMs: at(60_000),
    },
    /** Debounce of the operator's input. */
    rest: {
      searchMs: at(300),
      columnMs: at(250),
      editorMs: at(150),
      /** Text that is expensive to parse. */
      longEditorMs: at(500),
      saveMs: at(400),
      /** A list dragged so fast that each frame shows other rows. */
      leapMs: at(150),
      /** Keys: charts are drawn after the last. */
      chartMs: at(700),
    },
    /** Delays before a retry. */
    retry: {
      /** Doubled with every failure of a read. */
      readMs: at(1_000),
      longestReadMs: at(8_000),
      /** The live stream: minimum, maximum after the first failure, and maximum after many. */
      streamLeastMs: at(1_000),
      streamMs: at(4_000),
      longestStreamMs: at(30_000),
      /** Code that failed to load. */
      codeMs: at(3_000),
      saveMs: at(5_000),
      /** Bulk operations, when a refusal has no Retry-After. */
      bulkMs: at(5_000),
      /** A session that restarts. */
      returnMs: at(500),
    },
    live: {
      /** Window in which subscriptions are combined into one request. */
      subscribeBatchMs: at(30),
      /** Maximum delay before an unused topic is released. */
      unsubscribeDelayMs: at(2_000),
      /** A stream open for this long resets the backoff. */
      stableAfterMs: at(10_000),
      /** Three missed ticks. */
      staleMs: at(3 * sharedPaces.liveTickMs),
      /** Silence after which the stream, or the leader tab, counts as dead. */
      deadMs: at(9 * sharedPaces.liveTickMs),
    },
    /** Coordination between the tabs of one browser. */
    tabs: {
      /** The leader tab requests presence, and removes tabs that have not answered. */
      presenceCheckMs: at(20_000),
      forgetMs: at(65_000),
      /** The other tabs check whether the leader is silent, and request its lock again. */
      leaderCheckMs: at(5_000),
      candidacyMs: at(1_000),
      /** Time for which a tab's notification about an invocation suppresses those of other tabs. */
      notificationClaimMs: at(30_000),
    },
    /** Maximum distance of samples without a gap. */
    samples: {
      /** The recorder's slow interval. */
      idleMs: at(sharedPaces.idlePoolsMs),
      /** Pools: three missed polls. */
      poolGapMs: at(3 * sharedPaces.idlePoolsMs),
      /** Browsers: four missed polls. One that is unchanged is not recorded at each. */
      browserGapMs: at(4 * sharedPaces.idlePoolsMs),
      /** Processes: two missed polls. */
      processGapMs: at(6_500),
    },
    /** An older evaluation of the alert rules is not up to date. */
    alerts: { freshMs: at(sharedPaces.alertsFreshMs) },
    /** Timeouts for the machine, the network and other programs, which are not faster in tests; not divided. */
    deadlines: {
      /** Time a line waits for older ones of other logs, and the first lines for the other logs' stored lines. */
      olderLinesMs: 500,
      firstLinesMs: 8_000,
      /** Until a restarting session answers. */
      returnMs: 60_000,
      /** Age after which an action without an outcome will have none, because its process is gone. */
      actMs: 120_000,
      /** Time for which an equal act repeats one whose answer was lost: longer than a synchronous invocation takes. */
      repeatedActMs: 130_000,
      /** Maximum accepted Retry-After. */
      retryAfterMs: 120_000,
      /** Time until a saved file's URL is revoked. */
      downloadMs: 60_000,
      /** Until an act is offered by the page that it led to. */
      offeredActMs: 10_000,
      /** Delay of prefetching after a page has rendered. */
      settledPageMs: 2_000,
    },
    /** Display intervals; not divided. */
    shown: {
      /** For the second key of a shortcut of two. */
      secondKeyMs: 1_500,
      /** Ages. */
      clockMs: 1_000,
      failureMs: 10_000,
      copiedMs: 1_500,
      /** Log lines, where more arrive than can be read. */
      floodMs: 200,
      /** Search progress. */
      searchMs: 150,
      /** Position of a playing video. */
      videoMs: 250,
    },
  } as const;
};

/** The paces of this page. */
export const paces = pacesAt(
  typeof document === "undefined" ? 1 : speedupOf(document.documentElement.dataset.speedup),
);
