// The feed of a log: what the dashboard has stored of it, from its first line on, then the live stream of one that goes on.
import * as z from "zod/mini";
import { isTelemetryTopic, type Topic } from "../bff/live.ts";
import type { StoredLog } from "../bff/stored-logs.ts";
import { type Clock, isoTime, systemClock } from "../clock.ts";
import { parseStored } from "../format/parse-stored.ts";
import type { LiveClient } from "./live-client.ts";
import { LiveContinuation } from "./live-continuation.ts";
import {
  type FeedEvent,
  type FeedState,
  type LogFeed,
  openLogFeed,
  type StoredSpan,
  sameFeedState,
} from "./log-feed.ts";
import {
  type ReadingEnd,
  type StoredLogReader,
  StoredLogReading,
  type StoredLogReadingDeps,
} from "./stored-log-reading.ts";

export interface StoredFeedDeps {
  readonly client: LiveClient;
  readonly reader: StoredLogReader;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface StoredFeed extends LogFeed {
  /**
   * Says when the log's browser was last read as live, in epoch milliseconds; undefined at first and while it is not known
   * to be live. While it is, an ended stored log is continued live; a later reading opens a live log again that has ended.
   */
  setLive(liveAtMs: number | undefined): void;
}

/**
 * The feed of a log topic; opened by the first subscription. A stored log is read in full, and continued live unless it
 * has ended. Any other log is followed live; if the live stream has no line of it either, stored lines are looked for
 * once more. For one subscription at a time; the next one begins at the first line again.
 */
export function openStoredFeed(deps: StoredFeedDeps, topic: Topic): StoredFeed {
  const initial = (): FeedState => ({
    log: "connecting",
    reason: null,
    beginsAt: null,
    connection: deps.client.status.connection,
  });
  let state = initial();
  let opening: Opening | undefined;
  let liveAtMs: number | undefined;
  return {
    subscribe(listener) {
      state = initial();
      const own = new Opening(deps, topic, listener, (change) => {
        const next = { ...change, connection: deps.client.status.connection };
        if (sameFeedState(state, next)) return;
        state = next;
        listener({ kind: "state" });
      });
      own.setLive(liveAtMs);
      opening = own;
      const endStatus = deps.client.watchStatus(() => own.connectionChanged(state));
      void own.open();
      return () => {
        endStatus();
        own.close();
      };
    },
    get state() {
      return state;
    },
    retry: () => opening?.retry(),
    setLive(next) {
      liveAtMs = next;
      opening?.setLive(next);
    },
  };
}

const isOver = ({ log }: FeedState) => log === "ended" || log === "unavailable";

/** One subscription of a feed. */
class Opening {
  readonly #deps: StoredFeedDeps;
  readonly #topic: Topic;
  readonly #listener: (event: FeedEvent) => void;
  readonly #publish: (state: FeedState) => void;
  readonly #closing = new AbortController();
  #reading: StoredLogReading | undefined;
  /** The live log that was opened last. */
  #live: LogFeed | undefined;
  /** Shows what `#live` has, and its state. */
  #showLive: (() => void) | undefined;
  #endLive: (() => void) | undefined;
  /** Opens the live log again where it has ended. */
  #reopenLive: (() => void) | undefined;
  /** When the log's browser was last read as live, in epoch milliseconds; undefined: not known to be live. */
  #liveAtMs: number | undefined;
  /** The stored log, once it was read and had ended. */
  #endedLog: StoredLog | undefined;
  readonly #continuation: LiveContinuation;
  #hasEntries = false;
  /** No stored line is read any more. */
  #isRead = false;
  #isLooking = false;
  /** Why the stored log was not read; null: it was not refused. */
  #refusal: string | null = null;

  constructor(
    deps: StoredFeedDeps,
    topic: Topic,
    listener: (event: FeedEvent) => void,
    publish: (state: FeedState) => void,
  ) {
    this.#deps = deps;
    this.#topic = topic;
    this.#listener = listener;
    this.#publish = publish;
    this.#continuation = new LiveContinuation(
      (event) => this.#forward(event),
      isTelemetryTopic(topic) ? eventNumberOf : undefined,
    );
  }

  async open(): Promise<void> {
    const log = await this.#find();
    if (this.#closing.signal.aborted) return;
    if (log === undefined || log.lines === 0) this.#follow();
    else if (log.ended_at_ms === null) await this.#readAndFollow(log);
    else await this.#read(log);
  }

  close(): void {
    this.#closing.abort();
    this.#endLive?.();
  }

  retry(): void {
    this.#reading?.retry();
  }

  setLive(liveAtMs: number | undefined): void {
    if (liveAtMs === this.#liveAtMs || this.#closing.signal.aborted) return;
    this.#liveAtMs = liveAtMs;
    if (liveAtMs === undefined) return;
    if (this.#endLive !== undefined) this.#reopenLive?.();
    else if (this.#endedLog !== undefined) this.#continueEnded(this.#endedLog);
  }

  /** A live log reports the connection by itself. */
  connectionChanged(state: FeedState): void {
    if (this.#endLive === undefined) this.#publish(state);
  }

  /** The stored log; undefined also when it could not be looked up, because the live stream has a log of its own. */
  async #find(): Promise<StoredLog | undefined> {
    try {
      return await this.#deps.reader.find(this.#topic);
    } catch {
      return undefined;
    }
  }

  #forward(event: FeedEvent): void {
    this.#hasEntries = true;
    this.#listener(event);
  }

  /** Continues what is shown with the live log; `publish` is called with each state of that. */
  #openLive(publish: (live: LogFeed) => void): void {
    const live = openLogFeed(this.#deps.client, this.#topic);
    this.#live = live;
    this.#reopenLive = () => {
      if (live.state.log !== "ended") return;
      this.#endLive?.();
      this.#continuation.reopen();
      this.#openLive(publish);
    };
    const stateChanged = () => {
      this.#join(live.state);
      // The state follows all that the dashboard has of the log, which need not wait for the API.
      if (this.#isRead && live.state.log !== "connecting") this.#continuation.joinOverlap();
      if (live.state.log === "ended") this.#continuation.end();
      publish(live);
    };
    this.#showLive = stateChanged;
    this.#endLive = live.subscribe((event) => {
      if (event.kind !== "lines" && event.kind !== "gap") return stateChanged();
      this.#continuation.addLive(event);
      this.#join(live.state);
    });
  }

  /** Shows what the live log has begun with, once all of that is there; numbered lines need not wait for it. */
  #join({ log }: FeedState): void {
    const isWhole = log === "open" || log === "ended" || isTelemetryTopic(this.#topic);
    if (this.#isRead && (isWhole || !this.#hasEntries)) this.#continuation.join();
  }

  #follow(): void {
    this.#isRead = true;
    this.#openLive((live) => {
      if (this.#hasEntries || !isOver(live.state)) this.#publish(live.state);
      else if (this.#refusal === null) void this.#lookAgain(live);
      else this.#publish({ ...live.state, log: "unavailable", reason: this.#refusal });
    });
  }

  /** The live log is over without an entry: it may have been stored meanwhile. */
  async #lookAgain(live: LogFeed): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const log = await this.#find();
    this.#isLooking = false;
    if (this.#closing.signal.aborted) return;
    if (log === undefined || log.lines === 0 || this.#hasEntries || !isOver(live.state)) {
      // It may have been opened again meanwhile.
      this.#publish((this.#live ?? live).state);
      return;
    }
    this.#endLive?.();
    this.#endLive = undefined;
    await this.#read(log);
  }

  /** Reads what is stored of a log that goes on, and continues it live. */
  async #readAndFollow(log: StoredLog): Promise<void> {
    const begin = beginOf(log);
    this.#openLive(({ state }) => {
      if (this.#isRead) this.#publish(continuedState(begin, state));
    });
    const end = await this.#readPages(log, {
      onEntries: (event) => this.#continuation.addStored(event),
      onFailure: (failure) =>
        this.#publish({
          log: "reconnecting",
          reason: failure.message,
          ...begin,
          connection: this.#deps.client.status.connection,
          fault: { ...failure, isRetried: true },
        }),
    });
    if (end.kind === "aborted") return;
    this.#isRead = true;
    this.#showLive?.();
  }

  /** Continues live what was read of a log that had ended, with an earlier use of its browser. */
  #continueEnded(log: StoredLog): void {
    this.#isRead = true;
    this.#continuation.reopen();
    const begin = beginOf(log);
    this.#openLive(({ state }) => this.#publish(continuedState(begin, state)));
  }

  #readPages(log: StoredLog, on: Pick<StoredLogReadingDeps, "onEntries" | "onFailure">): Promise<ReadingEnd> {
    const { reader, clock = systemClock, random = Math.random } = this.#deps;
    this.#reading = new StoredLogReading(log, {
      reader,
      clock,
      random,
      signal: this.#closing.signal,
      ...on,
    });
    return this.#reading.run();
  }

  async #read(log: StoredLog): Promise<void> {
    const { client } = this.#deps;
    const publish = (state: Pick<FeedState, "log" | "reason" | "fault">, from: StoredLog) =>
      this.#publish({
        ...state,
        ...beginOf(from),
        connection: client.status.connection,
        stored: spanOf(from),
      });
    publish({ log: "connecting", reason: null }, log);
    const end = await this.#readPages(log, {
      onEntries: (event) => this.#continuation.addStored(event),
      onFailure: (failure) =>
        publish(
          { log: "reconnecting", reason: failure.message, fault: { ...failure, isRetried: true } },
          log,
        ),
    });
    switch (end.kind) {
      case "complete":
        this.#continuation.end();
        this.#endedLog = end.log;
        if (this.#liveAtMs !== undefined) this.#continueEnded(end.log);
        else publish({ log: "ended", reason: end.log.end_reason }, end.log);
        return;
      case "refused":
        if (this.#hasEntries) {
          const fault = { ...end.failure, isRetried: false };
          publish({ log: "unavailable", reason: fault.message, fault }, log);
          return;
        }
        this.#refusal = end.failure.message;
        this.#follow();
        return;
      case "aborted":
    }
  }
}

const numbered = z.object({ seq: z.int() });

/** The number of the event in a line of telemetry. */
const eventNumberOf = (text: string) => parseStored(numbered, text)?.seq;

const spanOf = ({ first_ms: fromMs, last_ms: toMs }: StoredLog): StoredSpan => ({ fromMs, toMs });

type Begin = Pick<FeedState, "beginsAt" | "deletedLines">;

const beginOf = ({ first_ms: firstMs, first_line: firstLine }: StoredLog): Begin => ({
  beginsAt: firstMs === null ? null : isoTime(firstMs),
  deletedLines: firstLine - 1,
});

/** The state of a live log before whose lines stored ones are shown. */
const continuedState = (begin: Begin, live: FeedState): FeedState => ({
  ...live,
  ...begin,
  beginsAt: begin.beginsAt ?? live.beginsAt,
});
