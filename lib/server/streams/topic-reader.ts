// One viewer's position in one log. There is no queue per viewer: entries are read from the ring, and a viewer who falls
// behind its oldest entry gets a gap with the number of lines lost.
import { type Cursor, type LogGap, liveBounds, type Topic } from "../../bff/live.ts";
import { type Clock, isoTime } from "../../clock.ts";
import { entriesText, frameText, gapText } from "./frames.ts";
import type { LogSource, SourceState } from "./log-source.ts";

/** A quarter of the ring's capacity. */
const urgentBacklog = { entries: liveBounds.ringLines / 4, bytes: liveBounds.ringBytes / 4 } as const;

/** Produces one viewer's frames of one log. */
export class TopicReader {
  readonly topic: Topic;
  readonly #source: LogSource;
  readonly #clock: Clock;
  /** Everything up to this id has been sent. */
  #sentId: number;
  #lastAt: string | null = null;
  /** The ring's `addedBytes` when the viewer last had everything. */
  #caughtUpBytes: number;
  #sentState: SourceState | undefined;
  /** Gaps before the first entry, not sent yet. */
  #opening: string;

  constructor(topic: Topic, source: LogSource, cursor: Cursor | undefined, clock: Clock) {
    this.topic = topic;
    this.#source = source;
    this.#clock = clock;
    const { ring } = source;
    this.#caughtUpBytes = ring.addedBytes;
    const resumable = cursor !== undefined && cursor.epoch === ring.epoch && cursor.id <= ring.lastId;
    this.#sentId = resumable ? cursor.id : ring.startId;
    this.#opening = this.#lostText("overflow");
    if (cursor !== undefined && !resumable) this.#opening = this.#gapText("expired", null);
  }

  /** Whether entries or a state have not been sent yet. */
  get behind(): boolean {
    return this.#opening !== "" || this.backlog > 0 || this.#sentState !== this.#source.state;
  }

  /** Entries not sent yet. */
  get backlog(): number {
    return this.#source.ring.lastId - this.#sentId;
  }

  /** Whether so much is unsent that the ring may soon evict it. */
  get isUrgent(): boolean {
    const waitingBytes = this.#source.ring.addedBytes - this.#caughtUpBytes;
    return this.backlog >= urgentBacklog.entries || (this.backlog > 0 && waitingBytes >= urgentBacklog.bytes);
  }

  /**
   * The next frames, about `maxBytes`; empty when nothing is unsent. The state frame follows only after all entries: it
   * marks that the viewer is up to date.
   */
  take(maxBytes: number): string {
    const { ring } = this.#source;
    let text = this.#opening + this.#lostText("slow");
    this.#opening = "";
    const entries = ring.after(this.#sentId, maxBytes);
    text += entriesText(this.topic, ring.epoch, entries);
    const last = entries.at(-1);
    if (last !== undefined) {
      this.#sentId = last.id;
      this.#lastAt = last.at;
    }
    this.#source.taken(this);
    if (this.backlog > 0) return text;
    this.#caughtUpBytes = ring.addedBytes;
    text += this.#stateText();
    return text;
  }

  /** The gap of the entries that the ring has evicted since `#sentId`; empty for none. */
  #lostText(reason: "overflow" | "slow"): string {
    const lost = this.#source.ring.lostAfter(this.#sentId);
    if (lost === undefined) return "";
    this.#sentId = lost.throughId;
    return this.#gapText(reason, lost.count);
  }

  #gapText(reason: LogGap["reason"], count: number | null): string {
    const { ring } = this.#source;
    const to = ring.beginsAt ?? isoTime(this.#clock.nowMs());
    return gapText(this.topic, ring.epoch, { id: this.#sentId, reason, count, from: this.#lastAt, to });
  }

  #stateText(): string {
    const now = this.#source.state;
    if (this.#sentState === now) return "";
    this.#sentState = now;
    return frameText({ kind: "state", topic: this.topic, ...now, beginsAt: this.#source.ring.beginsAt });
  }
}
