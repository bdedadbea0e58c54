// One viewer's frames of one log, read from its ring; a viewer who falls behind its oldest entry gets a gap with the number
// of lines lost.
import type { Cursor, LogGap, Topic } from "../../bff/live.ts";
import { type Clock, isoTime } from "../../clock.ts";
import { entriesText, frameText, gapText } from "./frames.ts";
import { RingCursor } from "./ring-cursor.ts";
import type { SharedLog, SourceState } from "./shared-log.ts";

/** Produces one viewer's frames of one log. */
export class TopicReader {
  readonly topic: Topic;
  readonly #source: SharedLog;
  readonly #clock: Clock;
  readonly #sent: RingCursor;
  #sentState: SourceState | undefined;
  /** Gaps before the first entry, not sent yet. */
  #opening: string;

  constructor(topic: Topic, source: SharedLog, cursor: Cursor | undefined, clock: Clock) {
    this.topic = topic;
    this.#source = source;
    this.#clock = clock;
    const { ring } = source;
    const resumable = cursor !== undefined && cursor.epoch === ring.epoch && cursor.id <= ring.lastId;
    this.#sent = new RingCursor(ring, resumable ? cursor.id : ring.startId);
    const expired = cursor !== undefined && !resumable ? this.#gapText("expired", null) : "";
    this.#opening = expired + this.#lostText("overflow");
  }

  /** Whether entries or a state have not been sent yet. */
  get behind(): boolean {
    return this.#opening !== "" || this.backlog > 0 || this.#sentState !== this.#source.state;
  }

  /** Entries not sent yet. */
  get backlog(): number {
    return this.#sent.backlog;
  }

  /** Whether so much is unsent that the ring may soon evict it. */
  get isUrgent(): boolean {
    return this.#sent.isUrgent;
  }

  /**
   * The next frames, about `maxBytes`; empty when nothing is unsent. The state frame follows only after all entries: it
   * marks that the viewer is up to date.
   */
  take(maxBytes: number): string {
    const { ring } = this.#source;
    let text = this.#opening + this.#lostText("slow");
    this.#opening = "";
    text += entriesText(this.topic, ring.epoch, this.#sent.take(maxBytes));
    this.#source.taken(this);
    if (this.backlog > 0) return text;
    text += this.#stateText();
    return text;
  }

  /** The gap of the entries that the ring has evicted meanwhile; empty for none. */
  #lostText(reason: "overflow" | "slow"): string {
    const lost = this.#sent.passLost();
    return lost === undefined ? "" : this.#gapText(reason, lost.count);
  }

  #gapText(reason: LogGap["reason"], count: number | null): string {
    const { ring } = this.#source;
    const to = ring.beginsAt ?? isoTime(this.#clock.nowMs());
    return gapText(this.topic, ring.epoch, {
      id: this.#sent.takenId,
      reason,
      count,
      from: this.#sent.lastAt,
      to,
    });
  }

  #stateText(): string {
    const now = this.#source.state;
    if (this.#sentState === now) return "";
    this.#sentState = now;
    return frameText({ kind: "state", topic: this.topic, ...now, beginsAt: this.#source.ring.beginsAt });
  }
}
