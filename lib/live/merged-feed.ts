// Several logs as one feed: in the order of time as far as that can be known, each line with its source. What each log
// lacks, and its end, stays said with its name; the feed goes on as long as one of them does.
import type { LogGap, TopicState } from "../bff/live.ts";
import { paces } from "../paces.ts";
import { browserClock, type LiveClock } from "./clock.ts";
import { Continuity } from "./continuity.ts";
import type { FeedEvent, FeedLine, FeedState, LogFeed } from "./log-feed.ts";
import { type MergeItem, MergeQueue } from "./merge-queue.ts";

export interface MergeSource {
  readonly label: string;
  readonly feed: LogFeed;
}

/** One feed of several. Each subscription merges anew, in an epoch of its own. */
export function mergeFeeds(sources: readonly MergeSource[], clock: LiveClock = browserClock): LogFeed {
  const labels = sources.map(({ label }) => label);
  const listeners = new Set<(event: FeedEvent) => void>();
  let state = stateOf(sources);
  let epochs = 0;
  return {
    sources: labels,
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      epochs += 1;
      const merge = new Merge(sources, `merged${epochs}`, clock, listener, () => {
        const next = stateOf(sources);
        if (sameState(state, next)) return;
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

/** What one subscriber is told. */
class Merge {
  readonly #sources: readonly MergeSource[];
  readonly #epoch: string;
  readonly #clock: LiveClock;
  readonly #listener: (event: FeedEvent) => void;
  readonly #queue: MergeQueue;
  readonly #startMs: number;
  readonly #ends: (() => void)[];
  readonly #ended = new Set<number>();
  #lastId = 0;
  /** All have told what they keep. */
  #begun = false;
  #cancelPlan: (() => void) | undefined;

  constructor(
    sources: readonly MergeSource[],
    epoch: string,
    clock: LiveClock,
    listener: (event: FeedEvent) => void,
    stateChanged: () => void,
  ) {
    this.#sources = sources;
    this.#epoch = epoch;
    this.#clock = clock;
    this.#listener = listener;
    this.#queue = new MergeQueue(sources.length);
    this.#startMs = clock.nowMs();
    this.#ends = sources.map(({ feed }, source) => this.#join(feed, source, stateChanged));
    for (const [source, { feed }] of sources.entries()) this.#look(source, feed);
    stateChanged();
  }

  close(): void {
    this.#cancelPlan?.();
    for (const end of this.#ends) end();
  }

  #join(feed: LogFeed, source: number, stateChanged: () => void): () => void {
    const seen = new Continuity();
    const add = (item: MergeItem, at: string) =>
      this.#queue.add(source, item, Date.parse(at), this.#clock.nowMs());
    return feed.subscribe((event) => {
      switch (event.kind) {
        case "lines":
          for (const line of event.lines) {
            const missing = (gap: LogGap) => add({ kind: "gap", gap }, gap.from ?? gap.to);
            if (seen.takeLine(event.epoch, line.id, line.at, missing)) add({ kind: "line", line }, line.at);
          }
          break;
        case "gap":
          if (seen.takeGap(event.epoch, event.gap)) {
            add({ kind: "gap", gap: event.gap }, event.gap.from ?? event.gap.to);
          }
          break;
        case "state":
          this.#look(source, feed);
          break;
        case "ended":
          break;
      }
      this.#release();
      if (event.kind === "state") stateChanged();
    });
  }

  /** A log that cannot say anything now is not waited for; its end is told once. */
  #look(source: number, { state }: LogFeed): void {
    this.#queue.setOpen(source, state.log === "open" || state.log === "connecting");
    if (state.log !== "ended") this.#ended.delete(source);
    else if (!this.#ended.has(source)) {
      this.#ended.add(source);
      this.#queue.add(source, { kind: "ended", reason: state.reason }, Number.NaN, this.#clock.nowMs());
    }
  }

  /** Until all have told what they keep, nothing is overdue. */
  get #holdUntilMs(): number {
    const begun = this.#sources.every(({ feed }) => feed.state.log !== "connecting");
    return begun ? Number.NEGATIVE_INFINITY : this.#startMs + paces.patience.firstLinesMs;
  }

  #release(): void {
    const nowMs = this.#clock.nowMs();
    // Once all have told what they keep, all of it goes out, before anybody hears that the feed is open.
    const begins = !this.#begun && this.#sources.every(({ feed }) => feed.state.log !== "connecting");
    this.#begun ||= begins;
    const heldMs = nowMs < this.#holdUntilMs ? Number.NEGATIVE_INFINITY : nowMs - paces.patience.olderLinesMs;
    const overdueMs = begins ? nowMs : heldMs;
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
    this.#plan(nowMs);
  }

  /** Looks again when the entry that waits longest has waited long enough. */
  #plan(nowMs: number): void {
    this.#cancelPlan?.();
    this.#cancelPlan = undefined;
    const oldest = this.#queue.oldestArrivalMs;
    if (oldest === undefined) return;
    const dueMs = Math.max(oldest + paces.patience.olderLinesMs, this.#holdUntilMs);
    this.#cancelPlan = this.#clock.later(Math.max(0, dueMs - nowMs), () => this.#release());
  }
}

/** What is worth knowing of several states, the first that holds. */
const order: readonly TopicState[] = ["connecting", "open", "reconnecting", "unavailable", "ended"];

function stateOf(sources: readonly MergeSource[]): FeedState {
  const states = sources.map(({ label, feed }) => ({ label, ...feed.state }));
  const log = order.find((each) => states.some((state) => state.log === each)) ?? "ended";
  const reasons = states.flatMap(({ label, log: own, reason }) =>
    own === "open" || (own === "connecting" && reason === null) ? [] : [`${label}: ${reason ?? own}`],
  );
  const begins = states.flatMap(({ beginsAt }) => (beginsAt === null ? [] : [beginsAt]));
  return {
    log,
    reason: reasons.length === 0 ? null : reasons.join(" · "),
    beginsAt: begins.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null,
    connection: states[0]?.connection ?? "idle",
  };
}

const sameState = (one: FeedState, other: FeedState) =>
  one.log === other.log &&
  one.reason === other.reason &&
  one.beginsAt === other.beginsAt &&
  one.connection === other.connection;
