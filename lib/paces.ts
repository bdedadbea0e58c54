// Every interval, staleness bound, rest, retry and lease of the browser's side, with its default. Tests of the whole
// program run them faster: the root layout writes `data-speedup` on <html>. Clocks stay as they are.
import { scaled, sharedPaces } from "./bff/shared-paces.ts";

/** What the attribute says: a whole number from 1 on; anything else is 1. */
export const speedupOf = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1;

export const pacesAt = (speedup: number) => {
  const at = (ms: number) => scaled(ms, speedup);
  return {
    /** How often what is on the screen is read again. */
    refresh: {
      /** An open run on its own page. */
      runMs: at(1_000),
      /** Lists, and single things that move while one looks. */
      listMs: at(2_000),
      /** What a list or the dashboard's own record answers instead of the API: it costs a page each time. */
      recordedMs: at(4_000),
      /** Figures, alerts, pins, settings, what operators did. */
      figuresMs: at(5_000),
      /** Counts beside names, what uses a thing, and things that rest. */
      countsMs: at(10_000),
      /** What a hidden tab follows, the recorder's state in the top bar, the timeline of a day. */
      calmMs: at(15_000),
      /** A long past: much to count, and it changes little. */
      pastMs: at(30_000),
      /** What changes by the minute or more slowly. */
      slowMs: at(60_000),
      /** Whether there are still more runs than are read: asking costs twenty requests. */
      cutShortMs: at(120_000),
      /** For each page that a read of many took. */
      perPageMs: at(1_000),
    },
    /** How long an answer is good enough not to be asked for again. */
    stale: {
      standardMs: at(1_000),
      briefMs: at(5_000),
      sessionMs: at(10_000),
      calmMs: at(30_000),
      slowMs: at(60_000),
    },
    /** How long somebody pauses before what they do takes effect. */
    rest: {
      searchMs: at(300),
      columnMs: at(250),
      editorMs: at(150),
      /** A text so long that reading it is work. */
      longEditorMs: at(500),
      saveMs: at(400),
    },
    /** What waits before it is tried again. */
    retry: {
      /** Doubled with every failure of a read. */
      readMs: at(1_000),
      longestReadMs: at(8_000),
      /** The live stream: at least, and at most after the first failure and after many. */
      streamLeastMs: at(1_000),
      streamMs: at(4_000),
      longestStreamMs: at(30_000),
      /** Code that could not be fetched. */
      codeMs: at(3_000),
      saveMs: at(5_000),
      /** Many acts at once, where a refusal names no time. */
      bulkMs: at(5_000),
      /** A session that starts again. */
      returnMs: at(500),
    },
    live: {
      /** Topics that are asked for together travel in one request. */
      gatherMs: at(30),
      /** A topic nobody needs is given back with the next request, at the latest after this long. */
      giveBackMs: at(2_000),
      /** A stream that held this long ends a row of failures. */
      provenMs: at(10_000),
      /** Three ticks missed. */
      staleMs: at(3 * sharedPaces.liveTickMs),
      /** Silence after which the stream, or the tab that holds it, is given up. */
      deadMs: at(9 * sharedPaces.liveTickMs),
    },
    /** Between the tabs of one browser. */
    tabs: {
      /** The tab that holds the stream asks who is there, and forgets who has not answered. */
      rollMs: at(20_000),
      forgetMs: at(65_000),
      /** The others look whether it is silent, and stand again for its place. */
      lookMs: at(5_000),
      standMs: at(1_000),
      /** How long a tab that tells of a run's end keeps the others from it. */
      tellMs: at(30_000),
    },
    /** How far apart two samples may be without a gap between them. */
    samples: {
      /** The recorder's slow pace. */
      idleMs: at(sharedPaces.idlePoolsMs),
      /** Of pools: three of its reads were missed. */
      poolGapMs: at(3 * sharedPaces.idlePoolsMs),
      /** Of processes: two reads were missed. */
      processGapMs: at(6_500),
    },
    /** Waits for the machine, the network and other programs. They are not faster in a test, so these are as they are. */
    patience: {
      /** A line waits for older ones of other logs, and the first ones for what the other logs keep. */
      olderLinesMs: 500,
      firstLinesMs: 8_000,
      /** Until a session that starts again answers. */
      returnMs: 60_000,
      /** An act without an answer for longer has none to come: the program that did it is gone. */
      actMs: 120_000,
      /** The longest that a server may ask to wait. */
      retryAfterMs: 120_000,
      /** Until a saved file has been taken. */
      downloadMs: 60_000,
      /** A page has been drawn and works: what it may need next is fetched. */
      settledPageMs: 2_000,
    },
    /** What is read by people. */
    shown: {
      /** All ages on the screen. */
      clockMs: 1_000,
      failureMs: 10_000,
      copiedMs: 1_500,
      /** How far a search is. */
      searchMs: 150,
      /** Where a playing video is. */
      videoMs: 250,
    },
  } as const;
};

/** The paces of this page. */
export const paces = pacesAt(
  typeof document === "undefined" ? 1 : speedupOf(document.documentElement.dataset.speedup),
);
