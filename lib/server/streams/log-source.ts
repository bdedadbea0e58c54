// One log of one session, read from the upstream once for all its viewers. Each stream begins by catching up: the file's
// history is read from the position reached so far and joined with the lines followed meanwhile; then live lines follow.
import type { LogGap, WrittenLogTopic } from "../../bff/live.ts";
import { isoTime, pause } from "../../clock.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { CatchUp } from "./catch-up.ts";
import { FollowedLog, type FollowedLogDeps } from "./followed-log.ts";
import { LineBuffer } from "./line-buffer.ts";
import { backoffMs } from "./log-backoff.ts";
import type { HistoryHabits } from "./log-history.ts";
import type { LogPort, Verdict } from "./log-port.ts";
import { noEarlierThan } from "./seam-times.ts";
import { type RestoredLog, ShownLines, slice } from "./shown-lines.ts";
import { readLogItems } from "./sse-reader.ts";
import type { ZoneOffset } from "./written-time.ts";

/** Dependencies of a log source. */
export interface LogSourceDeps extends FollowedLogDeps {
  port: LogPort;
  random: () => number;
  habits: HistoryHabits;
  /** The zone of times in lines that name none; UTC by default. */
  zoneOffset?: ZoneOffset;
  /** Whether the same log is read by another stream, so that this one need not go on trying to open. */
  isReadElsewhere?: () => boolean;
  /** Called once per gap, when it is detected; must not throw. */
  onGap?: (topic: WrittenLogTopic, gap: Omit<LogGap, "id">) => void;
}

const { explainedWithinMs, seamMs } = deadlines.logs;

/** How one stream from the upstream ended. */
interface Ending {
  /** False: the stream could not be opened. */
  opened: boolean;
  /** The upstream closed the stream; false when the connection broke. */
  clean: boolean;
  /** When the stream ended, or fell silent; epoch milliseconds. */
  atMs: number;
  verdict: Verdict;
}

/** How often in a row a log must be missing until it is looked up whether it has ended, or never was. */
const missingTries = 3;
/** How often in a row a stream may not open before the log is left to another one. */
const openTries = 5;

/** Follows one log, reconnects with backoff, and fills a ring. */
export class LogSource extends FollowedLog {
  readonly #topic: WrittenLogTopic;
  readonly #deps: LogSourceDeps;
  readonly #lines: ShownLines;
  readonly #catchUp: CatchUp;
  #restoredId: number | undefined;

  /** `stored`: the log is opened to be stored, and continues these lines. */
  constructor(topic: WrittenLogTopic, epoch: string, deps: LogSourceDeps, stored?: RestoredLog) {
    super(epoch, deps);
    this.#topic = topic;
    this.#deps = deps;
    const { ring, backpressure } = this;
    const changed = () => this.notify();
    this.#lines = new ShownLines({
      topic,
      ring,
      backpressure,
      clock: deps.clock,
      changed,
      zoneOffset: deps.zoneOffset,
      onGap: deps.onGap,
    });
    this.#catchUp = new CatchUp({ topic, ...deps, whole: stored !== undefined }, this.#lines);
    if (stored === undefined || stored.items.length === 0) return;
    this.#lines.restore(stored);
    this.#restoredId = this.ring.lastId;
  }

  get restoredId(): number | undefined {
    return this.#restoredId;
  }

  get begun(): boolean {
    return this.#lines.begun;
  }

  override stop(): void {
    if (this.running) this.#lines.noteEnd(this.#deps.clock.nowMs());
    super.stop();
  }

  protected async run(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#deps;
    let attempt = 0;
    let missing = 0;
    let unopened = 0;
    while (!signal.aborted) {
      const { opened, clean, verdict } = await this.#followOnce(signal);
      if (signal.aborted) return;
      missing = verdict.kind === "missing" ? missing + 1 : 0;
      unopened = opened ? 0 : unopened + 1;
      if (missing >= missingTries || (opened && clean)) {
        const over = await this.#overReason(missing > 0, signal);
        if (signal.aborted) return;
        if (over !== undefined) return this.end(over);
      }
      if (opened && !clean) this.#lines.noteBrokenConnection();
      if (this.state.state === "open" || missing === 1) attempt = 0;
      // A file may be written later; an invocation has its log from the beginning.
      const isAbsent = missing >= missingTries && "invocationId" in this.#topic;
      const isLeft = unopened >= openTries && !this.begun && this.#deps.isReadElsewhere?.() === true;
      const refused = verdict.kind === "refused" || isAbsent || isLeft;
      this.enter({ state: refused ? "unavailable" : "reconnecting", reason: verdict.reason });
      const waitMs = Math.max(backoffMs(attempt, random), refused ? paces.logs.unavailableRestMs : 0);
      attempt += 1;
      await pause(clock, Math.max(waitMs, verdict.retryAfterMs ?? 0), signal);
    }
  }

  /** Why the log has ended; undefined also when that cannot be determined. */
  async #overReason(missing: boolean, signal: AbortSignal): Promise<string | undefined> {
    try {
      return await this.#deps.port.overReason(this.#topic, missing, signal);
    } catch {
      return undefined;
    }
  }

  protected override end(reason: string): void {
    this.#lines.finish();
    this.#lines.mayBeginAnew = "sessionId" in this.#topic;
    super.end(reason);
  }

  async #followOnce(signal: AbortSignal): Promise<Ending> {
    const { clock, port } = this.#deps;
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    try {
      const body = await port.open(this.#topic, { follow: true, signal: both });
      const beganMs = clock.monotonicMs();
      const lines = new LineBuffer();
      both.addEventListener("abort", () => lines.close(), { once: true });
      const reading = this.#read(body, lines);
      if (this.state.state !== "unavailable" || (await this.#hasChanged(lines, both))) {
        if ((await this.#catchUp.run(lines, both)) && !both.aborted) {
          this.enter({ state: "open", reason: null });
          this.notify();
        }
        await this.#deliver(lines, both);
      }
      return this.#judgeEnd(await reading, beganMs, lines.total);
    } catch (error) {
      return { opened: false, clean: false, atMs: clock.nowMs(), verdict: port.judge(error, this.#topic) };
    } finally {
      stop.abort();
    }
  }

  /** Whether an unavailable log is available again or unavailable for another reason. */
  async #hasChanged(lines: LineBuffer, signal: AbortSignal): Promise<boolean> {
    const explained = pause(this.#deps.clock, explainedWithinMs, signal).then(() => true);
    let late = false;
    while (lines.total <= 1 && !lines.closed && !late) {
      late = await Promise.race([explained, lines.change().then(() => false)]);
    }
    if (!lines.closed || lines.total > 1) return true;
    const reason = lines.items.at(-1)?.text;
    return reason !== undefined && reason !== this.#lines.newest?.text;
  }

  /** Adds followed lines until their stream has ended. */
  async #deliver(lines: LineBuffer, signal: AbortSignal): Promise<void> {
    const seamAt = this.#lines.newestReadAt;
    this.#lines.follow();
    while (!signal.aborted) {
      const items = noEarlierThan(lines.take(slice.lines), seamAt);
      if (items.length > 0) await this.#lines.add(items, signal);
      else if (lines.closed) return;
      else await lines.change();
    }
  }

  /** Reads a stream until it is closed or breaks; never throws. */
  async #read(body: AsyncIterable<Uint8Array>, lines: LineBuffer): Promise<Ending> {
    const { clock, port } = this.#deps;
    try {
      for await (const items of readLogItems(body, { now: () => isoTime(clock.nowMs()) })) {
        await lines.add(items);
      }
      const reason = "The log stream was closed.";
      return { opened: true, clean: true, atMs: clock.nowMs(), verdict: { kind: "passing", reason } };
    } catch (error) {
      const verdict = port.judge(error, this.#topic);
      const atMs = verdict.silentSinceMs ?? clock.nowMs();
      this.#lines.noteEnd(atMs);
      return { opened: true, clean: false, atMs, verdict: { ...verdict, kind: "passing" } };
    } finally {
      lines.close();
    }
  }

  #judgeEnd(ending: Ending, beganMs: number, lines: number): Ending {
    const { clock } = this.#deps;
    // Only now: an ended log that is read again is no interruption.
    this.#lines.noteEnd(ending.atMs);
    const atOnce = clock.monotonicMs() - beganMs < explainedWithinMs + seamMs;
    // The stream of an invocation ends at once when the invocation has just ended.
    if (!ending.clean || !atOnce || lines > 1 || "invocationId" in this.#topic) return ending;
    const reason = this.#lines.newest?.text ?? "The log stream ended at once, without a line.";
    return { ...ending, verdict: { kind: "refused", reason } };
  }
}
