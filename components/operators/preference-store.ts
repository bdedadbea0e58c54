// The operator's preferences in this page: a change applies immediately and is saved to the server shortly after. Until
// then it is also in the browser's storage, so that a reload loses nothing.
import * as z from "zod/mini";
import {
  type PreferenceName,
  type Preferences,
  preferenceName,
  preferenceNames,
} from "@/lib/bff/preferences";
import type { PageChannel } from "@/lib/live/page-channel";
import { paces } from "@/lib/paces";

export interface PreferenceDeps {
  /** Saves one on the server; rejects on failure. */
  save: (name: PreferenceName, text: string) => Promise<unknown>;
  /** May throw: the browser may refuse storage. */
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  channel: PageChannel;
  /** Runs after a delay; returns a function that cancels it. */
  later: (delayMs: number, run: () => void) => () => void;
}

const changed = z.tuple([preferenceName, z.string()]);

/** Values are opaque texts of the modules that write them. Before `start` (on the server) nothing is saved or sent. */
export class PreferenceStore {
  readonly operator: string;
  readonly #values: Map<string, string>;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<PreferenceName, () => void>();
  #deps: PreferenceDeps | undefined;

  constructor(operator: string, stored: Preferences) {
    this.operator = operator;
    this.#values = new Map(Object.entries(stored));
  }

  read = (name: string): string | undefined => this.#values.get(name);

  /** Throws TypeError for an unknown name. */
  write = (name: string, text: string): void => {
    const known = preferenceName.safeParse(name);
    if (!known.success) throw new TypeError(`No preference is called ${name}.`);
    if (this.#values.get(name) === text) return;
    this.#set(known.data, text);
    this.#storeUnsaved(known.data, text);
    this.#deps?.channel.post([name, text]);
    this.#saveLater(known.data, paces.rest.saveMs);
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Starts saving and synchronizing with other pages; returns a function that stops it. Saves first what an earlier
   *  page could not. */
  start(deps: PreferenceDeps): () => void {
    this.#deps = deps;
    deps.channel.listen((message) => {
      const read = changed.safeParse(message);
      if (read.success) this.#set(...read.data);
    });
    for (const name of preferenceNames) {
      const unsaved = this.#readUnsaved(name);
      if (unsaved === undefined) continue;
      this.#set(name, unsaved);
      this.#saveLater(name, 0);
    }
    return () => {
      for (const cancel of this.#timers.values()) cancel();
      this.#timers.clear();
      deps.channel.close();
      this.#deps = undefined;
    };
  }

  #set(name: PreferenceName, text: string): void {
    if (this.#values.get(name) === text) return;
    this.#values.set(name, text);
    for (const listener of this.#listeners) listener();
  }

  #saveLater(name: PreferenceName, delayMs: number): void {
    const { later } = this.#deps ?? {};
    if (later === undefined) return;
    this.#timers.get(name)?.();
    this.#timers.set(
      name,
      later(delayMs, () => {
        this.#timers.delete(name);
        void this.#save(name);
      }),
    );
  }

  async #save(name: PreferenceName): Promise<void> {
    const text = this.#values.get(name);
    if (text === undefined || this.#deps === undefined) return;
    try {
      await this.#deps.save(name, text);
    } catch {
      // A newer value that is already scheduled replaces this one.
      if (!this.#timers.has(name)) this.#saveLater(name, paces.retry.saveMs);
      return;
    }
    if (this.#readUnsaved(name) === text) this.#removeUnsaved(name);
  }

  #keyOf = (name: PreferenceName) => `fleetdeck.unsaved.${this.operator}.${name}`;

  #storeUnsaved(name: PreferenceName, text: string): void {
    try {
      this.#deps?.storage().setItem(this.#keyOf(name), text);
    } catch {
      // Without storage, an unsaved value lasts for this page only.
    }
  }

  #readUnsaved(name: PreferenceName): string | undefined {
    try {
      return this.#deps?.storage().getItem(this.#keyOf(name)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  #removeUnsaved(name: PreferenceName): void {
    try {
      this.#deps?.storage().removeItem(this.#keyOf(name));
    } catch {
      // As above.
    }
  }
}
