// Tells the replica that records that somebody looks, when they look at another one: a mark in the store, changed at
// most every few seconds however many look.
import { type RecorderListName, recorderLists } from "../../bff/recorder.ts";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";

export interface ViewerMarksDeps {
  /** The marks of these names, by name; those that are not there are left out. */
  read: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  write: (name: string, value: unknown) => Promise<void>;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

const markOf = (list: RecorderListName) => `watched:${list}`;

export class ViewerMarks {
  readonly #deps: ViewerMarksDeps;
  readonly #resting = new Set<string>();
  #seen: ReadonlyMap<string, string> | undefined;

  constructor(deps: ViewerMarksDeps) {
    this.#deps = deps;
  }

  /** Somebody looks at a list here. */
  look(list: RecorderListName): void {
    if (this.#resting.has(list)) return;
    this.#resting.add(list);
    this.#deps.clock.later(paces.polling.viewerMarkMs, () => void this.#resting.delete(list));
    this.#deps
      .write(markOf(list), crypto.randomUUID())
      .catch((error: unknown) => this.#deps.report("a look could not be told to the recorder", error));
  }

  /** The lists that somebody has looked at elsewhere since this was last asked. */
  async looked(): Promise<readonly RecorderListName[]> {
    const before = this.#seen;
    const now = await this.#deps.read(recorderLists.map(markOf));
    this.#seen = now;
    if (before === undefined) return [];
    return recorderLists.filter((list) => now.get(markOf(list)) !== before.get(markOf(list)));
  }
}
