// The list of one operator in this browser: kept in its storage, the same in every tab.

import { paces } from "@/lib/paces";
import { emptyWatchList, readWatchList, tell, type WatchList } from "./watch-list.ts";

const keyOf = (operator: string) => `fleetdeck.watch.${operator}`;

export class WatchStore {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #text: string | null = null;
  /** The storage did not take the last change. */
  #refused = false;
  #list: WatchList = emptyWatchList;

  constructor(operator: string) {
    this.#key = keyOf(operator);
  }

  /** Keeps its identity while nothing changes. */
  read = (): WatchList => {
    const text = this.#kept();
    if (text !== this.#text) {
      this.#text = text;
      this.#list = readWatchList(text);
    }
    return this.#list;
  };

  /** From what is kept at this moment, by whichever tab. */
  change = (make: (list: WatchList) => WatchList): void => {
    const before = this.read();
    const after = make(before);
    if (after === before) return;
    const text = JSON.stringify(after);
    try {
      localStorage.setItem(this.#key, text);
      this.#refused = false;
    } catch {
      // The list lasts until the page is left.
      this.#refused = true;
    }
    this.#text = text;
    this.#list = after;
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    const stored = (event: StorageEvent) => {
      if (event.key === this.#key || event.key === null) listener();
    };
    this.#listeners.add(listener);
    window.addEventListener("storage", stored);
    return () => {
      this.#listeners.delete(listener);
      window.removeEventListener("storage", stored);
    };
  };

  /** Whether this tab is the one to tell of a run's end: true in one tab alone. */
  async claim(id: string): Promise<boolean> {
    const take = () => {
      const known = this.read().pins.find((each) => each.id === id);
      if (known === undefined || known.told) return false;
      this.change((list) => tell(list, id));
      return true;
    };
    // Locks exist on secure origins only; elsewhere two tabs may both tell.
    if (!("locks" in navigator)) return take();
    // What one tab stores another may read a moment later only: the lock is kept until it does.
    return new Promise((resolve) => {
      const hold = async (lock: Lock | null) => {
        const mine = lock !== null && take();
        resolve(mine);
        if (mine) await new Promise((free) => setTimeout(free, paces.tabs.tellMs));
      };
      navigator.locks
        .request(`${this.#key}.tell.${id}`, { ifAvailable: true }, hold)
        .catch(() => resolve(take()));
    });
  }

  #kept(): string | null {
    if (this.#refused) return this.#text;
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return this.#text;
    }
  }
}
