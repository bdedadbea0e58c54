// The lines of one log in its ring, with the time of each, and the interruptions between them.
import type { LogGap, WrittenLogTopic } from "../../bff/live.ts";
import { type Clock, isoTime } from "../../clock.ts";
import type { Backpressure } from "./backpressure.ts";
import { LineTimes } from "./line-times.ts";
import type { LogItem } from "./log-item.ts";
import type { Shown } from "./resume.ts";
import type { LogRing } from "./ring.ts";
import type { ZoneOffset } from "./written-time.ts";

export interface ShownLinesDeps {
  topic: WrittenLogTopic;
  ring: LogRing;
  backpressure: Backpressure;
  clock: Clock;
  /** The zone of times without one; UTC by default. */
  zoneOffset?: ZoneOffset | undefined;
  /** Called after new entries. */
  changed: () => void;
  /** Called once per gap, when it is detected; must not throw. */
  onGap?: ((topic: WrittenLogTopic, gap: Omit<LogGap, "id">) => void) | undefined;
}

/** The newest lines of a log as an earlier process stored them. */
export interface RestoredLog {
  items: readonly LogItem[];
  /** Lines of the log since its beginning up to the last item; undefined while unknown. */
  lineCount: number | undefined;
  /** When the last item was stored, epoch milliseconds. */
  untilMs: number;
  /** Whether it had ended with its browser, and is opened again because that is used again. */
  hasEnded: boolean;
}

/** Lines added between two checks whether viewers keep up, and UTF-16 units of their texts: a part of the ring. */
export const slice = { lines: 200, chars: 131_072 } as const;

export class ShownLines {
  /** The history was merged, so further streams resume. */
  begun = false;
  /**
   * The shown lines may be those of an earlier log of the same browser, all of it: one that is acquired from its pool again
   * may begin a log of its own. Nothing is missing then between the two.
   */
  mayBeginAnew = false;
  /** Lines of the log since its beginning; undefined while unknown. */
  lineCount: number | undefined;
  readonly #deps: ShownLinesDeps;
  /** When the last stream ended; undefined before the first and while there is no interruption. */
  #brokeAtMs: number | undefined;
  /** The last connection broke instead of being closed: lines may be missing even when the log has ended. */
  #connectionBroke = false;
  #newest: LogItem | undefined;
  /** The newest line's time before the one it carries replaced it. */
  #newestReadAt: string | undefined;
  readonly #times: LineTimes;

  constructor(deps: ShownLinesDeps) {
    this.#deps = deps;
    const { topic, zoneOffset } = deps;
    this.#times = new LineTimes({ isStamped: "invocationId" in topic, zoneOffset });
  }

  /** For finding the position at which to continue. */
  get shown(): Shown {
    return { ...this.#deps.ring.shown(), lineCount: this.lineCount };
  }

  get lastId(): number {
    return this.#deps.ring.lastId;
  }

  get newest(): LogItem | undefined {
    return this.#newest;
  }

  get newestReadAt(): string | undefined {
    return this.#newestReadAt;
  }

  /** Begins with lines from an earlier process; unless the log had ended, it was not followed since `untilMs`. */
  restore({ items, lineCount, untilMs, hasEnded }: RestoredLog): void {
    for (const item of items) {
      this.#newestReadAt = item.at;
      this.#newest = item;
      this.#deps.ring.addLine(item, item.receivedAt);
    }
    this.begun = true;
    this.lineCount = lineCount;
    this.mayBeginAnew = hasEnded;
    if (hasEnded) return;
    this.#connectionBroke = true;
    this.noteEnd(untilMs);
  }

  /** Adds lines at the pace of the viewers; stops early when the signal aborts. */
  async add(items: readonly LogItem[], signal: AbortSignal): Promise<void> {
    for (let at = 0; at < items.length; ) {
      await this.#deps.backpressure.room(signal);
      if (signal.aborted) return;
      let chars = 0;
      const end = Math.min(items.length, at + slice.lines);
      for (; at < end && chars < slice.chars; at += 1) {
        const item = items[at];
        if (item === undefined) break;
        this.#addLine(item);
        if (this.lineCount !== undefined) this.lineCount += 1;
        chars += item.text.length;
      }
      this.#deps.changed();
    }
  }

  /** The lines added from here on are followed: received as they are written. */
  follow(): void {
    this.#times.follow();
  }

  #addLine(item: LogItem): void {
    const { at, receivedAt } = this.#times.of(item);
    this.#newestReadAt = item.at;
    this.#newest = { ...item, at };
    this.#deps.ring.addLine(this.#newest, receivedAt);
  }

  /** The stream ended at this time, epoch milliseconds: an interruption once there are lines. */
  noteEnd(atMs: number): void {
    if (this.begun) this.#brokeAtMs ??= atMs;
  }

  noteBrokenConnection(): void {
    this.#connectionBroke = true;
  }

  /** The log has ended: what follows is no interruption of it. */
  finish(): void {
    if (this.#connectionBroke) this.addInterruption(this.#deps.clock.nowMs(), null);
    this.#brokeAtMs = undefined;
  }

  /** Adds a gap for lines before the first one shown, which were never to be shown. */
  addEarlier(count: number, to: string): void {
    this.#deps.ring.addGap({ reason: "overflow", count, from: null, to });
  }

  /** Adds a gap, and reports it. */
  addGap(gap: Omit<LogGap, "id">): void {
    this.#deps.ring.addGap(gap);
    this.#deps.onGap?.(this.#deps.topic, gap);
  }

  /**
   * Adds the gap of the current interruption, if there is one; null: an unknown number of lines may be missing. A stream
   * that was closed while nobody viewed it, and continues without a missing line, was not interrupted.
   */
  addInterruption(nowMs: number, count: 0 | null): void {
    if (count === 0 && !(this.#connectionBroke && this.#brokeAtMs !== undefined)) {
      this.#brokeAtMs = undefined;
      return;
    }
    const from = this.#brokeAtMs === undefined ? null : isoTime(this.#brokeAtMs);
    this.#brokeAtMs = undefined;
    this.#connectionBroke = false;
    this.addGap({ reason: "disconnected", count, from, to: isoTime(nowMs) });
    this.#deps.changed();
  }
}
