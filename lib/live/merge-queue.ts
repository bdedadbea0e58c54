// Entries of several logs, each in its own order, as one in the order of time as far as that can be known. An entry
// leaves when every other log has shown that it is past it, or when it has waited long enough.
import type { LogGap } from "../bff/live.ts";
import type { FeedLine } from "./log-feed.ts";

export type MergeItem =
  | { readonly kind: "line"; readonly line: FeedLine }
  | { readonly kind: "gap"; readonly gap: LogGap }
  | { readonly kind: "ended"; readonly reason: string | null };

interface Waiting {
  readonly item: MergeItem;
  /** Never before the entry ahead of it: a log keeps its own order. */
  readonly orderMs: number;
  readonly arrivedMs: number;
}

interface Lane {
  waiting: Waiting[];
  head: number;
  newestMs: number;
  open: boolean;
}

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

  /** Whether a log will still say something: one that is closed is not waited for. */
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

  /** When the entry that has waited longest came; undefined when none waits. */
  get oldestArrivalMs(): number | undefined {
    let oldest: number | undefined;
    for (const lane of this.#lanes) {
      const first = lane.waiting[lane.head]?.arrivedMs;
      if (first !== undefined && (oldest === undefined || first < oldest)) oldest = first;
    }
    return oldest;
  }

  /** Takes out what may leave now, in order: entries that came at or before `untilMs`, and those all logs are past. */
  take(untilMs: number, leave: (source: number, item: MergeItem) => void): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined) break;
      const { lane, source, first } = next;
      const sure = this.#lanes.every((other) => other === lane || !other.open || hasWaiting(other));
      if (!sure && !this.#overdue(untilMs)) break;
      lane.head += 1;
      leave(source, first.item);
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

  /** The entry that is first in time; of equals that of the first log. */
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
