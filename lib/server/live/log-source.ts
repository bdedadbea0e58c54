// One log of one session, read from the upstream once for all who watch it. First what the file held, joined without
// a seam to what is followed meanwhile; then live. A break is an entry of its own in the ring, never silence.
import { type LogGap, type LogTopic, liveBounds, type TopicState } from "../../bff/live.ts";
import { deadlines, paces } from "../paces.ts";
import { backoffMs } from "./backoff.ts";
import { type Clock, isoTime, pause } from "./clock.ts";
import { HeldLines, textsOf } from "./held-lines.ts";
import { type History, readHistory, unreadHistory } from "./history.ts";
import type { LogItem } from "./log-item.ts";
import type { LogPort, Verdict } from "./log-port.ts";
import { rejoin } from "./rejoin.ts";
import { LogRing } from "./ring.ts";
import { readLogItems } from "./sse-reader.ts";
import { isDoubtful, repeatedLines } from "./stitch.ts";

export interface SourceDeps {
  port: LogPort;
  clock: Clock;
  random: () => number;
  /** Told of each gap once, as it is noticed; must not throw. */
  noteGap?: (topic: LogTopic, gap: Omit<LogGap, "id">) => void;
}

export interface SourceState {
  state: TopicState;
  reason: string | null;
}

const { explainedWithinMs, seamMs } = deadlines.logs;

/** How one stream from the upstream ended. */
interface Ending {
  /** False: there was no stream at all. */
  opened: boolean;
  /** The upstream closed it, as opposed to a cut. */
  clean: boolean;
  verdict: Verdict;
}

export class LogSource {
  readonly ring: LogRing;
  readonly #topic: LogTopic;
  readonly #deps: SourceDeps;
  readonly #listeners = new Set<() => void>();
  #state: SourceState = { state: "connecting", reason: null };
  #running: AbortController | undefined;
  /** When the last stream broke off; undefined before the first one. */
  #brokeAtMs: number | undefined;
  #begun = false;
  /** The last stream was cut rather than closed: lines may be missing even if the log is over. */
  #torn = false;
  #newestText: string | undefined;
  /** Lines of the log from its first on; undefined while they cannot be counted. */
  #lineCount: number | undefined;

  constructor(topic: LogTopic, epoch: string, deps: SourceDeps) {
    this.#topic = topic;
    this.#deps = deps;
    this.ring = new LogRing(epoch);
  }

  get state(): SourceState {
    return this.#state;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Calls `changed` after new entries and new states; the returned function ends that. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => void this.#listeners.delete(changed);
  }

  /** Opens the upstream stream unless it is open. Asked again after an end, it tries once more. */
  start(): void {
    if (this.#running !== undefined) return;
    const control = new AbortController();
    this.#running = control;
    this.#enter({ state: this.#begun ? "reconnecting" : "connecting", reason: null });
    void this.#run(control.signal).finally(() => {
      if (this.#running === control) this.#running = undefined;
    });
  }

  /** Closes the upstream stream; the ring stays. */
  stop(): void {
    const control = this.#running;
    this.#running = undefined;
    if (control !== undefined && this.#begun) this.#brokeAtMs ??= this.#deps.clock.nowMs();
    control?.abort();
  }

  #enter(next: SourceState): void {
    if (this.#state.state === next.state && this.#state.reason === next.reason) return;
    this.#state = next;
    this.#tell();
  }

  #tell(): void {
    for (const changed of this.#listeners) changed();
  }

  #add(items: readonly LogItem[]): void {
    if (items.length === 0) return;
    for (const item of items) this.ring.addLine(item);
    if (this.#lineCount !== undefined) this.#lineCount += items.length;
    this.#newestText = items.at(-1)?.text;
    this.#tell();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#deps;
    let attempt = 0;
    while (!signal.aborted) {
      const openedAtId = this.ring.lastId;
      const ending = await this.#followOnce(signal);
      if (signal.aborted) return;
      if (ending.verdict.kind === "ended") return this.#end(ending.verdict.reason);
      this.#torn ||= ending.opened && !ending.clean;
      if (this.ring.lastId > openedAtId + 1) attempt = 0;
      const refused = ending.verdict.kind === "refused";
      this.#enter({ state: refused ? "unavailable" : "reconnecting", reason: ending.verdict.reason });
      const waitMs = Math.max(backoffMs(attempt, random), refused ? paces.logs.unavailableRestMs : 0);
      attempt += 1;
      await pause(clock, Math.max(waitMs, ending.verdict.retryAfterMs ?? 0), signal);
    }
  }

  #end(reason: string): void {
    this.#running = undefined;
    if (this.#torn) this.#addBreak(this.#deps.clock.nowMs(), null);
    this.#brokeAtMs = undefined;
    this.#enter({ state: "ended", reason });
  }

  async #followOnce(signal: AbortSignal): Promise<Ending> {
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    try {
      const body = await this.#deps.port.open(this.#topic, { follow: true, signal: both });
      return this.#begun ? await this.#resume(body, both) : await this.#begin(body, both);
    } catch (error) {
      return { opened: false, clean: false, verdict: this.#deps.port.judge(error) };
    } finally {
      stop.abort();
    }
  }

  /** The first stream: its lines wait until the history has been read and joined. */
  async #begin(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Ending> {
    const { clock } = this.#deps;
    const beganMs = clock.monotonicMs();
    const held = new HeldLines();
    const reading = this.#read(body, (items) => (held.open ? held.add(items) : this.#add(items)));
    const history = await this.#readHistory(signal);
    await Promise.race([held.reachPast(history), reading, pause(clock, seamMs, signal)]);
    if (signal.aborted) return reading;
    const rest = held.release();
    const repeated = held.overflowed
      ? 0
      : repeatedLines(textsOf(history.items), textsOf(rest), history.trimmed);
    for (const item of history.items) this.ring.addLine(item);
    if (held.overflowed || (!history.complete && repeated === 0)) {
      const to = rest[0]?.at ?? isoTime(clock.nowMs());
      const reason = history === unreadHistory ? "disconnected" : "overflow";
      this.#addGap({ reason, count: null, from: history.items.at(-1)?.at ?? null, to });
    }
    this.#newestText = history.items.at(-1)?.text;
    this.#begun = true;
    const sure = !isDoubtful(textsOf(history.items), textsOf(rest), repeated);
    const reached = !held.overflowed && (history.ended || repeated > 0);
    this.#lineCount = reached && sure ? history.readLines : undefined;
    this.#add(rest.slice(repeated));
    this.#enter({ state: "open", reason: null });
    this.#tell();
    return this.#judgeEnd(await reading, beganMs, held.total);
  }

  async #readHistory(signal: AbortSignal): Promise<History> {
    const { port, clock } = this.#deps;
    const stop = new AbortController();
    try {
      const options = { follow: false, signal: AbortSignal.any([signal, stop.signal]) };
      const body = await port.open(this.#topic, options);
      return await readHistory(body, { clock, keepLines: liveBounds.ringLines, stop });
    } catch {
      // What the file held stays unknown; what follows is shown all the same.
      return unreadHistory;
    } finally {
      stop.abort();
    }
  }

  /** A further stream: marked by a gap, unless it only repeats why there is nothing to read. */
  async #resume(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Ending> {
    const openedAtMs = this.#deps.clock.nowMs();
    const beganMs = this.#deps.clock.monotonicMs();
    const suspect = this.#state.state === "unavailable";
    const held = new HeldLines();
    let lines = 0;
    const reading = this.#read(body, (items) => {
      lines += items.length;
      if (held.open) held.add(items);
      else this.#add(items);
    });
    if (!suspect || (await this.#isNews(held, reading, signal))) {
      await this.#rejoin(held, reading, openedAtMs, signal);
    }
    return this.#judgeEnd(await reading, beganMs, lines);
  }

  /** Whether a log that was unavailable is so no more, or for another reason. */
  async #isNews(held: HeldLines, reading: Promise<Ending>, signal: AbortSignal): Promise<boolean> {
    const ended = await Promise.race([
      held.reachMoreThan(1).then(() => false),
      reading.then(() => true),
      pause(this.#deps.clock, explainedWithinMs, signal).then(() => false),
    ]);
    if (!ended || held.total > 1) return true;
    const said = held.newestText;
    return said !== undefined && said !== this.#newestText;
  }

  /** Adds the break, what was written during it as far as the file still has it, and what was followed since. */
  async #rejoin(
    held: HeldLines,
    reading: Promise<Ending>,
    openedAtMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#deps;
    const history = await this.#readHistory(signal);
    await Promise.race([held.reachPast(history), reading, pause(clock, seamMs, signal)]);
    // Nothing was added: the next stream finds the same break.
    if (signal.aborted) return;
    const shown = { ...this.ring.shown(), lineCount: this.#lineCount };
    const joined = rejoin(shown, history, { items: held.release(), overflowed: held.overflowed });
    this.#addBreak(openedAtMs, joined.missing);
    this.#add(joined.meanwhile);
    if (joined.holed) {
      const from = joined.meanwhile.at(-1)?.at ?? null;
      const to = joined.followed[0]?.at ?? isoTime(clock.nowMs());
      this.#addGap({ reason: "overflow", count: null, from, to });
    }
    this.#add(joined.followed);
    this.#lineCount = joined.lineCount;
    this.#enter({ state: "open", reason: null });
  }

  #addGap(gap: Omit<LogGap, "id">): void {
    this.ring.addGap(gap);
    this.#deps.noteGap?.(this.#topic, gap);
  }

  #addBreak(nowMs: number, count: 0 | null): void {
    if (this.#brokeAtMs === undefined && count === 0) return;
    const from = this.#brokeAtMs === undefined ? null : isoTime(this.#brokeAtMs);
    this.#brokeAtMs = undefined;
    this.#torn = false;
    this.#addGap({ reason: "disconnected", count, from, to: isoTime(nowMs) });
    this.#tell();
  }

  /** Reads a stream to its end, clean or not; never throws. */
  async #read(body: AsyncIterable<Uint8Array>, take: (items: LogItem[]) => void): Promise<Ending> {
    const { clock, port } = this.#deps;
    try {
      for await (const items of readLogItems(body, { now: () => isoTime(clock.nowMs()) })) take(items);
      const reason = "The log stream was closed.";
      return { opened: true, clean: true, verdict: { kind: "passing", reason } };
    } catch (error) {
      const { reason, retryAfterMs } = port.judge(error);
      return {
        opened: true,
        clean: false,
        verdict: { kind: "passing", reason, ...(retryAfterMs ? { retryAfterMs } : {}) },
      };
    } finally {
      if (this.#begun) this.#brokeAtMs ??= clock.nowMs();
    }
  }

  #judgeEnd(ending: Ending, beganMs: number, lines: number): Ending {
    const { clock } = this.#deps;
    if (this.#begun) this.#brokeAtMs ??= clock.nowMs();
    const atOnce = clock.monotonicMs() - beganMs < explainedWithinMs + seamMs;
    if (!ending.clean || !atOnce || lines > 1) return ending;
    const reason = this.#newestText ?? "The log stream ended at once, without a line.";
    return { opened: true, clean: true, verdict: { kind: "refused", reason } };
  }
}
