// What is started ahead for the next session like the last one, such as its browser: creating that takes no start. Its memory
// is used only while sessions are created, where this machine has enough of it.
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../kernel/clock.ts";
import { freeMemoryBytes } from "../kernel/machine-memory.ts";
import type { Paces } from "../kernel/paces.ts";

/** Free memory of the machine, in bytes, without which none is started. */
const leastFreeBytes = 1e9;

interface Held<Settings, Started> {
  settings: Settings;
  /** Undefined when it could not be started. */
  started: Promise<Started | undefined>;
  stopTimer?: () => void;
}

export interface SpareDeps<Settings, Started> {
  /** Whether there is room for one more. */
  hasRoom: () => boolean;
  start: (settings: Settings) => Promise<Started>;
  /** Settles when it has ended, for any reason. */
  ended: (started: Started) => Promise<unknown>;
  /** Ends it and removes what it left. */
  destroy: (started: Started) => Promise<void>;
  clock: Clock;
  paces: Paces["spare"];
  report: (error: unknown) => void;
  /** Free memory of the machine, in bytes. */
  freeBytes?: () => number;
}

/** At most one spare, with the settings of the session created last. */
export class Spare<Settings, Started> {
  readonly #deps: SpareDeps<Settings, Started>;
  readonly #ending = new Set<Promise<void>>();
  #spare: Held<Settings, Started> | undefined;
  #stopDelay: (() => void) | undefined;
  #closed = false;

  constructor(deps: SpareDeps<Settings, Started>) {
    this.#deps = deps;
  }

  /** 1 while there is one, started or starting. */
  get count(): number {
    return this.#spare === undefined ? 0 : 1;
  }

  /** The spare, if it has these settings and has not ended; it belongs to the caller then. */
  async take(settings: Settings): Promise<Started | undefined> {
    const spare = this.#spare;
    if (spare === undefined || !isDeepStrictEqual(spare.settings, settings)) return undefined;
    this.#forget(spare);
    return await spare.started;
  }

  /** Starts one like the session that was just created, a moment later: that one's client comes first. */
  startSoon(settings: Settings): void {
    this.#stopDelay?.();
    if (this.#closed) return;
    // A copy, as those of a session change with it.
    const same = structuredClone(settings);
    this.#stopDelay = this.#deps.clock.later(this.#deps.paces.startAfterMs, () => this.#start(same));
  }

  /** Ends the spare, so that its room is free. Resolves when its processes have ended. */
  async end(): Promise<void> {
    const spare = this.#spare;
    if (spare !== undefined) {
      this.#forget(spare);
      this.#destroy(spare);
    }
    await Promise.all(this.#ending);
  }

  /** Ends the spare, and starts no other. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopDelay?.();
    await this.end();
  }

  #start(settings: Settings): void {
    const { hasRoom, start, ended, clock, paces, report, freeBytes = freeMemoryBytes } = this.#deps;
    if (this.#spare !== undefined && !isDeepStrictEqual(this.#spare.settings, settings)) void this.end();
    if (this.#closed || this.#spare !== undefined || !hasRoom() || freeBytes() < leastFreeBytes) return;
    const started = start(settings).catch((error: unknown) => {
      report(error);
      this.#forget(spare);
      return undefined;
    });
    const spare: Held<Settings, Started> = { settings, started };
    this.#spare = spare;
    spare.stopTimer = clock.later(paces.keepMs, () => {
      if (this.#spare === spare) void this.end();
    });
    void started
      .then((browser) => browser && ended(browser))
      .then(() => {
        if (this.#spare === spare) void this.end();
      });
  }

  #forget(spare: Held<Settings, Started>): void {
    spare.stopTimer?.();
    if (this.#spare === spare) this.#spare = undefined;
  }

  #destroy({ started }: Held<Settings, Started>): void {
    const { destroy, report } = this.#deps;
    const ending: Promise<void> = started
      .then((browser) => browser && destroy(browser))
      .catch(report)
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
