// The time of each line of one log: when it was written, as far as that can be found out.
import { isoTime } from "../../clock.ts";
import type { LogItem } from "./log-item.ts";
import { writtenMs, type ZoneOffset } from "./written-time.ts";

export interface LineTimesOptions {
  /** The upstream's stamps are the times at which lines are written. */
  isStamped: boolean;
  /** The zone of times without one; UTC by default. */
  zoneOffset?: ZoneOffset | undefined;
}

/** RFC 3339 texts. */
export interface LineTime {
  /** When the line was written, or received. */
  at: string;
  /** When it was received; undefined where `at` is that. */
  receivedAt: string | undefined;
}

/** A line without a time that was stamped up to so much later than the one before it continues that one. */
const apartMs = 1_500;

export class LineTimes {
  readonly #options: LineTimesOptions;
  readonly #stamps = new UpstreamStamps();
  /** The newest line that carries a time: that time and its stamp. */
  #timed: { ms: number; stampMs: number } | undefined;

  constructor(options: LineTimesOptions) {
    this.#options = options;
  }

  get #areStampsOfWriting(): boolean {
    return this.#options.isStamped || this.#stamps.areOfWriting;
  }

  /** From here on lines are received as they are written; the stamps of a history may all be of its reading. */
  follow(): void {
    if (this.#timed !== undefined && !this.#areStampsOfWriting) this.#timed.stampMs = this.#timed.ms;
  }

  /**
   * The time of the next line: the one that it carries; else the upstream's stamp, where that is of writing; else that of
   * the line before it that carries one, which it continues or was stamped so much later than; else its stamp.
   */
  of(item: LogItem): LineTime {
    const receivedAt = item.receivedAt ?? item.at;
    const stampMs = Date.parse(item.at);
    const receivedMs = Date.parse(receivedAt);
    this.#stamps.see(stampMs, receivedMs);
    const ms = writtenMs(item.text, receivedMs, this.#options.zoneOffset);
    if (ms !== undefined) {
      this.#timed = { ms, stampMs };
      return { at: isoTime(ms), receivedAt };
    }
    if (this.#areStampsOfWriting) return { at: item.at, receivedAt };
    if (this.#timed === undefined) return { at: item.at, receivedAt: undefined };
    const laterMs = stampMs - this.#timed.stampMs;
    return { at: isoTime(this.#timed.ms + (laterMs > apartMs ? laterMs : 0)), receivedAt };
  }
}

/** A single delay explains one pair of lines that were stamped apart. */
const leastPairs = 2;

/**
 * Finds out whether an upstream stamps lines as they are written or as it reads them: lines of a history arrive together
 * and were read together, but written at times of their own.
 */
export class UpstreamStamps {
  #before: { stampMs: number; receivedMs: number } | undefined;
  #pairsApart = 0;

  /** False until it is known. */
  get areOfWriting(): boolean {
    return this.#pairsApart >= leastPairs;
  }

  /** The next line: its stamp and its receipt, epoch milliseconds. */
  see(stampMs: number, receivedMs: number): void {
    if (this.areOfWriting) return;
    const before = this.#before;
    this.#before = { stampMs, receivedMs };
    if (before === undefined) return;
    const apart = stampMs - before.stampMs - (receivedMs - before.receivedMs);
    if (apart > apartMs) this.#pairsApart += 1;
  }
}
