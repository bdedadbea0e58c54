// What all logs that are read from the upstream have in common: the ring of their readers, the state shown to these, and
// when the reading starts and stops.
import type { Clock } from "../../clock.ts";
import { Backpressure, type RingReader } from "./backpressure.ts";
import { LogRing } from "./ring.ts";
import type { RingMemory } from "./ring-memory.ts";
import type { SharedLog, SourceState } from "./shared-log.ts";

export interface FollowedLogDeps {
  clock: Clock;
  /** The memory of all rings; without it only each ring's own limit holds. */
  memory?: RingMemory;
}

export abstract class FollowedLog implements SharedLog {
  readonly ring: LogRing;
  protected readonly backpressure: Backpressure;
  readonly #listeners = new Set<() => void>();
  #state: SourceState = { state: "connecting", reason: null };
  #running: AbortController | undefined;

  constructor(epoch: string, { clock, memory }: FollowedLogDeps) {
    this.ring = new LogRing(epoch, undefined, memory);
    this.backpressure = new Backpressure(clock);
  }

  abstract get restoredId(): number | undefined;

  abstract get begun(): boolean;

  /** Reads the log until `signal` is aborted, or until `end` was called; never throws. */
  protected abstract run(signal: AbortSignal): Promise<void>;

  get state(): SourceState {
    return this.#state;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => void this.#listeners.delete(changed);
  }

  addReader(reader: RingReader): () => void {
    return this.backpressure.add(reader);
  }

  taken(reader: RingReader): void {
    this.backpressure.taken(reader);
  }

  start(): void {
    if (this.#running !== undefined) return;
    const control = new AbortController();
    this.#running = control;
    this.enter({ state: this.begun ? "reconnecting" : "connecting", reason: null });
    void this.run(control.signal).finally(() => {
      if (this.#running === control) this.#running = undefined;
    });
  }

  stop(): void {
    const control = this.#running;
    this.#running = undefined;
    control?.abort();
    this.backpressure.interrupt();
  }

  /** The log has ended: nothing more is read unless it is started again. */
  protected end(reason: string): void {
    this.#running = undefined;
    this.enter({ state: "ended", reason });
  }

  protected enter(next: SourceState): void {
    if (this.#state.state === next.state && this.#state.reason === next.reason) return;
    this.#state = next;
    this.notify();
  }

  protected notify(): void {
    for (const changed of this.#listeners) changed();
  }
}
