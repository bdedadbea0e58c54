// The telemetry of one living session: what is captured, the events so far, and streams of them. Each holder of a session
// has telemetry of its own: what an earlier one did is deleted before the next one holds it.
import type { UntimedTelemetryEvent } from "../../lib/contract/telemetry-events.ts";
import type { OpenDevTools } from "../chromium/devtools-channel.ts";
import type { Clock } from "../kernel/clock.ts";
import { BrowserCapture, type BrowserCaptureDeps } from "./browser-capture.ts";
import type { TelemetryArchive } from "./telemetry-archive.ts";
import { type PageWindow, readTelemetryPage, type TelemetryPage } from "./telemetry-page.ts";
import { type TelemetryLine, TelemetryRing } from "./telemetry-ring.ts";
import type { TelemetrySelection } from "./telemetry-selection.ts";

const streamBatch = 100;

export interface SessionTelemetryDeps {
  archive: TelemetryArchive;
  clock: Clock;
  capture: Omit<BrowserCaptureDeps, "emit">;
}

/** Where a stream starts: after an event, with the oldest stored one, or with the next one. */
export type StreamStart = { afterSeq: number } | "oldest" | "next";

export class SessionTelemetry {
  readonly #archive: TelemetryArchive;
  readonly #clock: Clock;
  readonly #capture: BrowserCapture;
  readonly #ring = new TelemetryRing();
  #selection: TelemetrySelection = null;
  #lastSeq = 0;
  #lastTs = 0;
  /** Changes with the holder. */
  #holding = 0;
  /** Number of the first event of the present holder. */
  #firstSeq = 1;
  /** The beginnings of open connections that were not captured. */
  readonly #unreported = new Set<UntimedTelemetryEvent>();
  #isClosed = false;
  #news = Promise.withResolvers<void>();

  constructor({ archive, clock, capture }: SessionTelemetryDeps) {
    this.#archive = archive;
    this.#clock = clock;
    this.#capture = new BrowserCapture({ ...capture, emit: (event) => this.emit(event) });
  }

  /**
   * Captures these categories from now on; resolves when those of the browser are captured. Connections that are open when
   * theirs begins to be captured have their beginning then: the events say how many there are.
   */
  async select(selection: TelemetrySelection): Promise<void> {
    this.#selection = selection;
    for (const event of this.#unreported) this.#report(event);
    await this.#capture.select(selection ?? []);
  }

  /** Deletes all events: the session gets another holder. Streams end. `selection`: what is captured for that one. */
  async restart(selection: TelemetrySelection): Promise<void> {
    this.#holding += 1;
    this.#firstSeq = this.#lastSeq + 1;
    this.#unreported.clear();
    this.#ring.clear();
    this.#archive.clear();
    this.#notify();
    await this.select(selection);
  }

  /** Call with each browser of the session; resolves when its events are captured. */
  async browserStarted(open: OpenDevTools): Promise<void> {
    await this.#capture.browserStarted(open);
  }

  /** Adds an event if its category is captured. */
  emit(event: UntimedTelemetryEvent): void {
    if (this.#isClosed || !this.#captures(event.category)) return;
    const { category, type, ...rest } = event;
    this.#lastSeq += 1;
    // Increasing, also when the clock is set back: a page of the archive ends at the first event beyond its window.
    this.#lastTs = Math.max(this.#lastTs + 1, Math.round(this.#clock.nowMs() * 1000));
    // In this order, in which `telemetry-page.ts` finds the fields without parsing the rest.
    const record = { seq: this.#lastSeq, event: { category, type, ts: this.#lastTs, ...rest } };
    // Only as text from here on: many events of many objects each would be a burden for the garbage collection.
    const line = { seq: this.#lastSeq, ts: this.#lastTs, json: JSON.stringify(record) };
    this.#ring.add(line);
    this.#archive.append(line);
    this.#notify();
  }

  /** Adds the beginning of a connection; call the returned function with its end. */
  connected(event: UntimedTelemetryEvent): (ended: UntimedTelemetryEvent) => void {
    this.#unreported.add(event);
    this.#report(event);
    let isOpen = true;
    return (ended) => {
      if (isOpen) this.emit(ended);
      isOpen = false;
      this.#unreported.delete(event);
    };
  }

  /** A function that adds events as long as the present holder has the session. */
  reporter(): (event: UntimedTelemetryEvent) => void {
    const holding = this.#holding;
    return (event) => {
      if (holding === this.#holding) this.emit(event);
    };
  }

  /** A page of the events so far. */
  async page(window: PageWindow): Promise<TelemetryPage> {
    await this.#archive.flushed();
    return await readTelemetryPage(this.#archive.dir, window);
  }

  /** Yields non-empty batches until the session ends or gets another holder, or `signal`. */
  async *stream(start: StreamStart, signal: AbortSignal): AsyncGenerator<TelemetryLine[], void> {
    const holding = this.#holding;
    let wake = () => {};
    signal.addEventListener("abort", () => wake(), { once: true });
    // An earlier holder's position, or one of the future, is where this holder's events begin or end.
    const given = start === "oldest" ? 0 : start === "next" ? this.#lastSeq : start.afterSeq;
    let seq = Math.min(this.#lastSeq, Math.max(given, this.#firstSeq - 1));
    while (!signal.aborted && holding === this.#holding) {
      const news = this.#news.promise;
      if (seq < this.#lastSeq) {
        const batch = await this.#after(seq);
        if (holding !== this.#holding) return;
        seq = batch.at(-1)?.seq ?? this.#lastSeq;
        if (batch.length > 0) yield batch;
      } else if (this.#isClosed) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          void news.then(resolve);
          if (signal.aborted) resolve();
        });
      }
    }
  }

  /** Ends the capture and the streams; resolves when the archive is complete. `discard` deletes it. */
  async close(options: { discard: boolean }): Promise<void> {
    this.#isClosed = true;
    this.#notify();
    this.#capture.close();
    if (options.discard) this.#archive.clear();
    await this.#archive.close();
  }

  #captures(category: UntimedTelemetryEvent["category"]): boolean {
    const selected: readonly string[] = this.#selection ?? [];
    // Sent only by the capture of the browser, while there is one.
    return category === "monitor" || selected.includes(category);
  }

  #report(begun: UntimedTelemetryEvent): void {
    if (!this.#captures(begun.category)) return;
    this.#unreported.delete(begun);
    this.emit(begun);
  }

  /** The events after `seq`: from memory, or from the archive where memory has evicted them. */
  async #after(seq: number): Promise<TelemetryLine[]> {
    const oldest = this.#ring.oldestSeq;
    if (oldest === undefined || oldest > seq + 1) {
      const { records } = await this.page({
        order: "asc",
        limit: streamBatch,
        categories: undefined,
        sinceTs: 0,
        untilTs: Number.POSITIVE_INFINITY,
        position: seq,
      });
      if (records.length > 0) {
        return records.map((record) => ({ seq: record.seq, json: JSON.stringify(record) }));
      }
    }
    return this.#ring.after(seq, streamBatch);
  }

  #notify(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
