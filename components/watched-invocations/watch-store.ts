// One operator's watch list in the browser's local storage, shared by all tabs.

import { paces } from "@/lib/paces";
import { emptyWatchList, markAnnounced, readWatchList, type WatchList } from "./watch-list.ts";

const keyOf = (operator: string) => `fleetdeck.watch.${operator}`;

export class WatchStore {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #text: string | null = null;
  /** The last write to storage failed. */
  #refused = false;
  #list: WatchList = emptyWatchList;

  constructor(operator: string) {
    this.#key = keyOf(operator);
  }

  /** Keeps its identity while nothing changes. */
  read = (): WatchList => {
    const text = this.#stored();
    if (text !== this.#text) {
      this.#text = text;
      this.#list = readWatchList(text);
    }
    return this.#list;
  };

  /** Applies `make` to the stored list, whichever tab wrote it. */
  change = (make: (list: WatchList) => WatchList): void => {
    const before = this.read();
    const after = make(before);
    if (after === before) return;
    const text = JSON.stringify(after);
    try {
      localStorage.setItem(this.#key, text);
      this.#refused = false;
    } catch {
      // The list is lost when the page unloads.
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

  /** Claims the announcement of an end; resolves to true in one tab only. */
  async claim(id: string): Promise<boolean> {
    const take = () => {
      const known = this.read().pins.find((each) => each.id === id);
      if (known === undefined || known.told) return false;
      this.change((list) => markAnnounced(list, id));
      return true;
    };
    // The Web Locks API exists on secure origins only; elsewhere two tabs may both announce.
    if (!("locks" in navigator)) return take();
    // Another tab may read this tab's write with a delay: the lock is held until then.
    return new Promise((resolve) => {
      const onLock = async (lock: Lock | null) => {
        const claimed = lock !== null && take();
        resolve(claimed);
        if (claimed) await new Promise((release) => setTimeout(release, paces.tabs.notificationClaimMs));
      };
      navigator.locks
        .request(`${this.#key}.tell.${id}`, { ifAvailable: true }, onLock)
        .catch(() => resolve(take()));
    });
  }

  #stored(): string | null {
    if (this.#refused) return this.#text;
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return this.#text;
    }
  }
}
