// One viewer's place in one log. Nothing is queued for a viewer: the ring is the queue, and a viewer who falls behind
// its old end is told exactly how many lines that cost.
import { type Cursor, liveBounds, type Topic } from "../../bff/live.ts";
import { type Clock, isoTime } from "./clock.ts";
import { entriesText, frameText, gapText } from "./frames.ts";
import type { LogSource, SourceState } from "./log-source.ts";

/** A quarter of what a ring holds. */
const hurry = { entries: liveBounds.ringLines / 4, bytes: liveBounds.ringBytes / 4 } as const;

export class TopicReader {
  readonly topic: Topic;
  readonly #source: LogSource;
  readonly #clock: Clock;
  /** Everything up to this id has been sent. */
  #sentId: number;
  #lastAt: string | null = null;
  /** The ring's `addedBytes` when the viewer last had everything. */
  #caughtUpBytes: number;
  #told: SourceState | undefined;
  #expired: boolean;
  #resumed: boolean;

  constructor(topic: Topic, source: LogSource, cursor: Cursor | undefined, clock: Clock) {
    this.topic = topic;
    this.#source = source;
    this.#clock = clock;
    const { ring } = source;
    const known = cursor !== undefined && cursor.epoch === ring.epoch && cursor.id <= ring.lastId;
    this.#expired = cursor !== undefined && !known;
    this.#resumed = known;
    this.#caughtUpBytes = ring.addedBytes;
    // A newcomer begins with what is here; that is no loss.
    this.#sentId = known && cursor !== undefined ? cursor.id : ring.firstId - 1;
  }

  /** Whether there are entries or a state the viewer has not been sent. */
  get behind(): boolean {
    return this.#expired || this.backlog > 0 || this.#told !== this.#source.state;
  }

  /** Entries not sent yet. */
  get backlog(): number {
    return this.#source.ring.lastId - this.#sentId;
  }

  /** Whether what waits is so much that the ring would soon let go of it. */
  get hurried(): boolean {
    const waitingBytes = this.#source.ring.addedBytes - this.#caughtUpBytes;
    return this.backlog >= hurry.entries || (this.backlog > 0 && waitingBytes >= hurry.bytes);
  }

  /**
   * Frames for what the viewer lacks, about `maxBytes` of them; empty when there is nothing. The state follows only
   * when all entries are out: it is the mark that the viewer is up to date.
   */
  take(maxBytes: number): string {
    const { ring } = this.#source;
    let text = this.#expiredText();
    const lost = ring.lostAfter(this.#sentId);
    if (lost !== undefined) {
      const to = ring.beginsAt ?? isoTime(this.#clock.nowMs());
      const reason = this.#resumed ? "overflow" : "slow";
      const gap = { id: lost.throughId, reason, count: lost.count, from: this.#lastAt, to } as const;
      text += gapText(this.topic, ring.epoch, gap);
      this.#sentId = lost.throughId;
    }
    const entries = ring.after(this.#sentId, maxBytes);
    text += entriesText(this.topic, ring.epoch, entries);
    const last = entries.at(-1);
    if (last !== undefined) {
      this.#sentId = last.id;
      this.#lastAt = last.at;
    }
    this.#resumed = false;
    if (this.backlog > 0) return text;
    this.#caughtUpBytes = ring.addedBytes;
    text += this.#stateText();
    return text;
  }

  #expiredText(): string {
    if (!this.#expired) return "";
    // Nothing can be said about the seam before the log has been read.
    this.#expired = false;
    const { ring } = this.#source;
    const to = ring.beginsAt ?? isoTime(this.#clock.nowMs());
    return gapText(this.topic, ring.epoch, {
      id: this.#sentId,
      reason: "expired",
      count: null,
      from: null,
      to,
    });
  }

  #stateText(): string {
    const now = this.#source.state;
    if (this.#told === now) return "";
    this.#told = now;
    return frameText({ kind: "state", topic: this.topic, ...now, beginsAt: this.#source.ring.beginsAt });
  }
}
