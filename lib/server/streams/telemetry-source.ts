// The telemetry of one browser, read from the upstream once for all its readers. Events are numbered: a stream that breaks
// is continued after the last one, and a number that is missing is an event that was dropped.
import type { TelemetryTopic } from "../../bff/live.ts";
import { noActivity, type SessionActivity, toActivity, withEvent } from "../../bff/session-activity.ts";
import { pause } from "../../clock.ts";
import type { TelemetryRecord } from "../../contract/telemetry.ts";
import { readTelemetryLine } from "../../telemetry/telemetry-line.ts";
import { paces } from "../kernel/paces.ts";
import { FollowedLog, type FollowedLogDeps } from "./followed-log.ts";
import { backoffMs } from "./log-backoff.ts";
import type { Verdict } from "./log-port.ts";
import { type RestoredLog, slice } from "./shown-lines.ts";
import { telemetryItem } from "./telemetry-item.ts";
import { type PagePicture, TelemetryPictures } from "./telemetry-pictures.ts";
import type { TelemetryPort } from "./telemetry-port.ts";
import { readTelemetry } from "./telemetry-reader.ts";

export interface TelemetrySourceDeps extends FollowedLogDeps {
  port: TelemetryPort;
  random: () => number;
  /** Called with each picture of a page; must not throw. */
  onPicture: (picture: PagePicture) => void;
}

const beginning = "1970-01-01T00:00:00Z";

/** The number of the event in a line; undefined for another text. */
export const seqOf = (text: string): number | undefined => readTelemetryLine(text)?.seq;

export class TelemetrySource extends FollowedLog {
  readonly #topic: TelemetryTopic;
  readonly #deps: TelemetrySourceDeps;
  readonly #pictures: TelemetryPictures;
  #begun = false;
  #activity = noActivity;
  /** Whether the browser is a pool's: its activity is that since its last release. */
  #isReused = false;
  /** No event is missing from the first one on. */
  #isWhole = true;
  /** The last event; undefined before the first. */
  #last: { seq: number; at: string } | undefined;

  /** `stored`: the telemetry is opened to be stored, and continues these lines. */
  constructor(topic: TelemetryTopic, epoch: string, deps: TelemetrySourceDeps, stored?: RestoredLog) {
    super(epoch, deps);
    this.#topic = topic;
    this.#deps = deps;
    this.#pictures = new TelemetryPictures(topic.sessionId);
    const newest = stored?.items.at(-1);
    const seq = newest && seqOf(newest.text);
    if (newest === undefined || seq === undefined) return;
    this.#last = { seq, at: newest.at };
    this.#isWhole = false;
  }

  /** Nothing is restored into the ring: its first event follows the last stored one. */
  get restoredId(): number {
    return this.ring.startId;
  }

  get sessionId(): string {
    return this.#topic.sessionId;
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** What keeps the browser alive; undefined unless its events are being followed. */
  get activity(): SessionActivity | undefined {
    return this.running && this.state.state === "open"
      ? toActivity(this.#activity, this.#isWhole)
      : undefined;
  }

  protected async run(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#deps;
    let attempt = 0;
    while (!signal.aborted) {
      const lastSeq = this.#last?.seq;
      const { isOpened, verdict } = await this.#followOnce(signal);
      if (signal.aborted) return;
      // A stream that ends at once, without an event, is no success.
      if (this.#last?.seq !== lastSeq) attempt = 0;
      const over = isOpened || verdict.kind === "missing" ? await this.#over(signal) : undefined;
      if (signal.aborted) return;
      if (over !== undefined) {
        // If a pool's browser is acquired again, all events of its next holder follow.
        this.#activity = noActivity;
        this.#isReused = true;
        this.end(over);
        return;
      }
      const isRefused = verdict.kind === "refused";
      this.enter({ state: isRefused ? "unavailable" : "reconnecting", reason: verdict.reason });
      const waitMs = Math.max(backoffMs(attempt, random), isRefused ? paces.logs.unavailableRestMs : 0);
      attempt += 1;
      await pause(clock, Math.max(waitMs, verdict.retryAfterMs ?? 0), signal);
    }
  }

  async #followOnce(signal: AbortSignal): Promise<{ isOpened: boolean; verdict: Verdict }> {
    const { port } = this.#deps;
    let isOpened = false;
    try {
      const body = await port.open(this.#topic, { afterSeq: this.#last?.seq, signal });
      isOpened = true;
      this.#begun = true;
      this.enter({ state: "open", reason: null });
      for await (const records of readTelemetry(body)) await this.#add(records, signal);
      return { isOpened, verdict: { kind: "passing", reason: "The telemetry stream was closed." } };
    } catch (error) {
      return { isOpened, verdict: port.judge(error, this.#topic) };
    }
  }

  /**
   * Why nothing more will come, after the rest of what is stored upstream was added; undefined while the browser exists,
   * and when that cannot be determined.
   */
  async #over(signal: AbortSignal): Promise<string | undefined> {
    const { port } = this.#deps;
    try {
      const reason = await port.overReason(this.#topic, signal);
      if (reason === undefined) return undefined;
      const since = this.#last?.at ?? beginning;
      for await (const records of port.stored(this.#topic, { since, signal }))
        await this.#add(records, signal);
      this.#begun = true;
      return reason;
    } catch (error) {
      // An API that does not store telemetry has nothing more.
      return port.judge(error, this.#topic).kind === "passing" ? undefined : "The browser has ended.";
    }
  }

  /** Adds events at the pace of the readers; events that were added already are passed over. */
  async #add(records: readonly TelemetryRecord[], signal: AbortSignal): Promise<void> {
    let chars: number = slice.chars;
    for (const record of records) {
      if (record.seq <= (this.#last?.seq ?? 0)) continue;
      if (chars >= slice.chars) {
        this.notify();
        await this.backpressure.room(signal);
        if (signal.aborted) return;
        chars = 0;
      }
      chars += this.#addOne(record);
    }
    this.notify();
  }

  #addOne(record: TelemetryRecord): number {
    const picture = this.#pictures.add(record);
    if (picture !== undefined) this.#deps.onPicture(picture);
    const item = telemetryItem(record);
    const dropped = this.#last === undefined ? 0 : record.seq - this.#last.seq - 1;
    // Those that were counted may have left meanwhile, or a pool's browser may have another holder.
    if (dropped > 0) this.#activity = noActivity;
    if (dropped > 0 || (this.#last === undefined && record.seq > 1)) this.#isWhole = false;
    this.#activity = withEvent(this.#activity, record.event, this.#isReused);
    if (dropped > 0)
      this.ring.addGap({
        reason: "disconnected",
        count: dropped,
        from: this.#last?.at ?? null,
        to: item.at,
      });
    this.ring.addLine(item);
    this.#last = { seq: record.seq, at: item.at };
    return item.text.length;
  }
}
