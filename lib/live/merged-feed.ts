// Merges several logs into one feed, in time order as far as it can be determined, each line with its source. Gaps and
// ends are reported per source; the feed continues while one of the logs does.
import type { LogGap } from "../bff/live.ts";
import { type Clock, systemClock } from "../clock.ts";
import { paces } from "../paces.ts";
import { Continuity } from "./log-continuity.ts";
import { type FeedEvent, type FeedLine, type LogFeed, sameFeedState } from "./log-feed.ts";
import { type MergeItem, MergeQueue } from "./merge-queue.ts";
import { type MergeSource, mergedState } from "./merged-state.ts";

/** Merges feeds. Each subscription merges separately, in its own epoch. */
export function mergeFeeds(sources: readonly MergeSource[], clock: Clock = systemClock): LogFeed {
  const labels = sources.map(({ label }) => label);
  const listeners = new Set<(event: FeedEvent) => void>();
  let state = mergedState(sources);
  let epochs = 0;
  return {
    sources: labels,
    retry() {
      for (const { feed } of sources) feed.retry?.();
    },
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      epochs += 1;
      const merge = new Merge(sources, `merged${epochs}`, clock, listener, () => {
        const next = mergedState(sources);
        if (sameFeedState(state, next)) return;
        state = next;
        for (const each of listeners) each({ kind: "state" });
      });
      return () => {
        listeners.delete(listener);
        merge.close();
      };
    },
  };
}

/** The merge of one subscription. */
class Merge {
  readonly #sources: readonly MergeSource[];
  readonly #epoch: string;
  readonly #clock: Clock;
  readonly #listener: (event: FeedEvent) => void;
  readonly #queue: MergeQueue;
  readonly #startMs: number;
  readonly #ends: (() => void)[];
  readonly #ended = new Set<number>();
  #lastId = 0;
  /** All logs have delivered their stored lines. */
  #started = false;
  #cancelRelease: (() => void) | undefined;

  constructor(
    sources: readonly MergeSource[],
    epoch: string,
    clock: Clock,
    listener: (event: FeedEvent) => void,
    stateChanged: () => void,
  ) {
    this.#sources = sources;
    this.#epoch = epoch;
    this.#clock = clock;
    this.#listener = listener;
    this.#queue = new MergeQueue(sources.length);
    this.#startMs = clock.monotonicMs();
    this.#ends = sources.map(({ feed }, source) => this.#join(feed, source, stateChanged));
    for (const [source, { feed }] of sources.entries()) this.#updateSource(source, feed);
    stateChanged();
  }

  close(): void {
    this.#cancelRelease?.();
    for (const end of this.#ends) end();
  }

  #join(feed: LogFeed, source: number, stateChanged: () => void): () => void {
    const continuity = new Continuity();
    const add = (item: MergeItem, at: string) => {
      this.#ended.delete(source);
      this.#queue.add(source, item, Date.parse(at), this.#clock.monotonicMs());
    };
    return feed.subscribe((event) => {
      switch (event.kind) {
        case "lines":
          for (const line of event.lines) {
            const missing = (gap: LogGap) => add({ kind: "gap", gap }, gap.from ?? gap.to);
            if (continuity.acceptLine(event.epoch, line.id, line.at, missing))
              add({ kind: "line", line }, line.at);
          }
          break;
        case "gap":
          if (continuity.acceptGap(event.epoch, event.gap)) {
            add({ kind: "gap", gap: event.gap }, event.gap.from ?? event.gap.to);
          }
          break;
        case "state":
          this.#updateSource(source, feed);
          break;
        case "ended":
          break;
      }
      this.#release();
      if (event.kind === "state") stateChanged();
    });
  }

  /** Updates whether the queue waits for a log; an end is queued once after its last entry. */
  #updateSource(source: number, { state }: LogFeed): void {
    this.#queue.setOpen(source, state.log === "open" || state.log === "connecting");
    if (state.log === "ended" && !this.#ended.has(source)) {
      this.#ended.add(source);
      this.#queue.add(source, { kind: "ended", reason: state.reason }, Number.NaN, this.#clock.monotonicMs());
    }
  }

  /** Entries wait until all logs have delivered their stored lines, or this time. */
  get #holdUntilMs(): number {
    const started = this.#sources.every(({ feed }) => feed.state.log !== "connecting");
    return started ? Number.NEGATIVE_INFINITY : this.#startMs + paces.deadlines.firstLinesMs;
  }

  #release(): void {
    const nowMs = this.#clock.monotonicMs();
    // The stored lines of all logs are released before the feed's state becomes open.
    const starts = !this.#started && this.#sources.every(({ feed }) => feed.state.log !== "connecting");
    this.#started ||= starts;
    const heldMs =
      nowMs < this.#holdUntilMs ? Number.NEGATIVE_INFINITY : nowMs - paces.deadlines.olderLinesMs;
    const overdueMs = starts ? nowMs : heldMs;
    let lines: FeedLine[] = [];
    const flush = () => {
      if (lines.length > 0) this.#listener({ kind: "lines", epoch: this.#epoch, lines });
      lines = [];
    };
    this.#queue.take(overdueMs, (source, item) => {
      if (item.kind === "ended") {
        flush();
        this.#listener({ kind: "ended", source, reason: item.reason });
        return;
      }
      this.#lastId += 1;
      const id = this.#lastId;
      if (item.kind === "line") lines.push({ ...item.line, id, source });
      else {
        flush();
        this.#listener({ kind: "gap", epoch: this.#epoch, gap: { ...item.gap, id }, source });
      }
    });
    flush();
    this.#schedule(nowMs);
  }

  /** Schedules a release for when the oldest entry is overdue. */
  #schedule(nowMs: number): void {
    this.#cancelRelease?.();
    this.#cancelRelease = undefined;
    const oldest = this.#queue.oldestArrivalMs;
    if (oldest === undefined) return;
    const dueMs = Math.max(oldest + paces.deadlines.olderLinesMs, this.#holdUntilMs);
    this.#cancelRelease = this.#clock.later(Math.max(0, dueMs - nowMs), () => this.#release());
  }
}
