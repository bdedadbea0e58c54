// What the pages of an invocation's browsers did while it ran: their requests, and what failed as lines of a log.
import type { TelemetryRecord } from "../contract/telemetry.ts";
import { type LineName, lineHash } from "../live/line-hash.ts";
import { type LineMark, LineMarks } from "../live/line-marks.ts";
import type { FeedLine, LogFeed } from "../live/log-feed.ts";
import { FrequentFailures, type RequestFailure } from "./frequent-failures.ts";
import { NetworkRequests } from "./network-requests.ts";
import { PageFailures } from "./page-failures.ts";
import { type PageRequest, pageRequest } from "./page-request.ts";
import { readTelemetryLine, telemetryText } from "./telemetry-line.ts";

/** Requests that are held by default. */
const maxRequests = 5_000;

/** The events of one browser. */
interface BrowserEvents {
  /** Those that have not ended, between two additions of lines. */
  readonly open: NetworkRequests;
  /** The latest event of each by its `seq`. */
  readonly names: Map<number, LineName>;
  /** Number of the latest event. */
  lastSeq: number;
}

/** Collects telemetry. Beyond its bound the oldest requests that did not fail are dropped, then the oldest ones. */
export class PageRecord {
  readonly #bound: number;
  readonly #browsers = new Map<string, BrowserEvents>();
  readonly #failures = new PageFailures();
  readonly #frequent = new FrequentFailures();
  readonly #marks = new LineMarks();
  #ended: PageRequest[] = [];

  constructor(bound = maxRequests) {
    this.#bound = bound;
  }

  /** Adds lines of a browser's telemetry; what is no event, and events that were added before, change nothing. */
  add(sessionId: string, lines: readonly FeedLine[]): void {
    const browser = this.#browser(sessionId);
    const failures: FeedLine[] = [];
    for (const line of lines) {
      const record = readTelemetryLine(line.text);
      if (record === undefined || record.seq <= browser.lastSeq) continue;
      browser.lastSeq = record.seq;
      addToRequests(browser, line.at, record);
      const failure = this.#failures.lineOf(line, record);
      if (failure === undefined) continue;
      failures.push(failure);
      this.#marks.add(Date.parse(failure.at), failure.text);
    }
    this.#failures.add(sessionId, failures);
    this.#takeEnded(sessionId, browser);
  }

  /** In order of their times: those that have ended and those that are open. */
  get requests(): readonly PageRequest[] {
    const open = [...this.#browsers].flatMap(([sessionId, browser]) =>
      browser.open.items.map((request) => pageRequest(sessionId, request, browser.names.get(request.seq))),
    );
    return [...this.#ended, ...open].sort((one, other) => one.fromMs - other.fromMs);
  }

  /** Failed requests and page errors on a time axis. */
  get marks(): readonly LineMark[] {
    return this.#marks.list();
  }

  /** Time of the first failed request or page error, epoch milliseconds. */
  get firstFailureMs(): number | undefined {
    return this.#marks.firstErrorMs;
  }

  /** The request that failed most often; undefined without a failed one. */
  get mostFrequentFailure(): RequestFailure | undefined {
    return this.#frequent.most;
  }

  /** Failed requests and page errors of a browser, or of all, as lines of a log that goes on. */
  failures(sessionId?: string): LogFeed {
    return this.#failures.feed(sessionId);
  }

  #takeEnded(sessionId: string, { open, names }: BrowserEvents): void {
    for (const ended of open.takeEnded()) {
      const request = pageRequest(sessionId, ended, names.get(ended.seq));
      names.delete(ended.seq);
      this.#ended.push(request);
      if (request.isFailed) this.#frequent.add(request);
    }
    const surplus = open.items.length - this.#bound;
    for (const { seq } of open.items.slice(0, Math.max(0, surplus))) names.delete(seq);
    if (surplus > 0) open.dropOldest(surplus);
    if (this.#ended.length > this.#bound) this.#drop();
  }

  #drop(): void {
    let surplus = this.#ended.length - Math.floor(this.#bound * 0.9);
    const held = this.#ended.filter(({ isFailed }) => {
      if (isFailed || surplus <= 0) return true;
      surplus -= 1;
      return false;
    });
    this.#ended = held.slice(Math.max(0, surplus));
  }

  #browser(sessionId: string): BrowserEvents {
    const known = this.#browsers.get(sessionId);
    if (known !== undefined) return known;
    const browser = {
      open: new NetworkRequests(),
      names: new Map<number, LineName>(),
      lastSeq: Number.NEGATIVE_INFINITY,
    };
    this.#browsers.set(sessionId, browser);
    return browser;
  }
}

function addToRequests({ open, names }: BrowserEvents, at: string, record: TelemetryRecord): void {
  const request = open.add(record);
  if (request !== undefined) names.set(request.seq, { at, hash: lineHash(telemetryText(record)) });
}
