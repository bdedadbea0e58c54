// Merges the entries of several logs by time, preserving the order within each log. An entry is released when every
// other log has a later entry, or when it has waited long enough.
import type { LogGap } from "../bff/live.ts";
import type { FeedLine } from "./log-feed.ts";

export type MergeItem =
  | { readonly kind: "line"; readonly line: FeedLine }
  | { readonly kind: "gap"; readonly gap: LogGap }
  | { readonly kind: "ended"; readonly reason: string | null };

interface Waiting {
  readonly item: MergeItem;
  /** At least that of the previous entry, which preserves the log's own order. */
  readonly orderMs: number;
  readonly arrivedMs: number;
}

interface Lane {
  waiting: Waiting[];
  head: number;
  newestMs: number;
  open: boolean;
}

/** One queue per log, released in time order. */
export class MergeQueue {
  readonly #lanes: Lane[];

  constructor(lanes: number) {
    this.#lanes = Array.from({ length: lanes }, () => ({
      waiting: [],
      head: 0,
      newestMs: Number.NEGATIVE_INFINITY,
      open: true,
    }));
  }

  /** Sets whether more entries of a log are expected; a closed log is not waited for. */
  setOpen(source: number, open: boolean): void {
    const lane = this.#lanes[source];
    if (lane !== undefined) lane.open = open;
  }

  add(source: number, item: MergeItem, atMs: number, nowMs: number): void {
    const lane = this.#lanes[source];
    if (lane === undefined) return;
    if (atMs > lane.newestMs) lane.newestMs = atMs;
    lane.waiting.push({ item, orderMs: lane.newestMs, arrivedMs: nowMs });
  }

  /** Arrival time of the entry that has waited longest; undefined when the queue is empty. */
  get oldestArrivalMs(): number | undefined {
    let oldest: number | undefined;
    for (const lane of this.#lanes) {
      const first = lane.waiting[lane.head]?.arrivedMs;
      if (first !== undefined && (oldest === undefined || first < oldest)) oldest = first;
    }
    return oldest;
  }

  /** Releases in order the entries that arrived at or before `untilMs`, and those that all logs have passed. */
  take(untilMs: number, release: (source: number, item: MergeItem) => void): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined) break;
      const { lane, source, first } = next;
      const isPassed = this.#lanes.every((other) => other === lane || !other.open || hasWaiting(other));
      if (!isPassed && !this.#overdue(untilMs)) break;
      lane.head += 1;
      release(source, first.item);
    }
    for (const lane of this.#lanes) {
      lane.waiting = lane.head === 0 ? lane.waiting : lane.waiting.slice(lane.head);
      lane.head = 0;
    }
  }

  #overdue(untilMs: number): boolean {
    const oldest = this.oldestArrivalMs;
    return oldest !== undefined && oldest <= untilMs;
  }

  /** The earliest entry; among equals that of the first log. */
  #next(): { lane: Lane; source: number; first: Waiting } | undefined {
    let found: { lane: Lane; source: number; first: Waiting } | undefined;
    for (const [source, lane] of this.#lanes.entries()) {
      const first = lane.waiting[lane.head];
      if (first === undefined) continue;
      if (found === undefined || first.orderMs < found.first.orderMs) found = { lane, source, first };
    }
    return found;
  }
}

const hasWaiting = (lane: Lane) => lane.head < lane.waiting.length;
