// Tells the replica that records that somebody looks, when they look at another one: a mark in the store, changed at
// most every few seconds however many look.
import type { Clock } from "../live/clock.ts";

const everyMs = 5_000;

export interface ViewerMarksDeps {
  read: (name: string) => Promise<string | undefined>;
  write: (name: string, value: unknown) => Promise<void>;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

const markOf = (list: string) => `watched:${list}`;

export class ViewerMarks {
  readonly #deps: ViewerMarksDeps;
  readonly #resting = new Set<string>();
  readonly #seen = new Map<string, string | undefined>();

  constructor(deps: ViewerMarksDeps) {
    this.#deps = deps;
  }

  /** Somebody looks at a list here. */
  look(list: string): void {
    if (this.#resting.has(list)) return;
    this.#resting.add(list);
    this.#deps.clock.later(everyMs, () => void this.#resting.delete(list));
    this.#deps
      .write(markOf(list), crypto.randomUUID())
      .catch((error: unknown) => this.#deps.report("a look could not be told to the recorder", error));
  }

  /** Whether somebody has looked elsewhere since this was last asked. */
  async looked(list: string): Promise<boolean> {
    const value = await this.#deps.read(markOf(list));
    const known = this.#seen.has(list);
    const changed = this.#seen.get(list) !== value;
    this.#seen.set(list, value);
    return known && changed;
  }
}
