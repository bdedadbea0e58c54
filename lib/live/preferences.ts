// What the operator prefers, as this page knows it: here at once, on the server a moment later. What the server has not
// taken yet waits in the browser's storage, so that a reload loses nothing.
import * as z from "zod/mini";
import {
  type PreferenceName,
  type Preferences,
  preferenceName,
  preferenceNames,
} from "../bff/preferences.ts";
import { paces } from "../paces.ts";
import type { PageChannel } from "./page-channel.ts";

export interface PreferenceDeps {
  /** Keeps one on the server; rejects when it did not. */
  save: (name: PreferenceName, text: string) => Promise<unknown>;
  /** May throw: storage may be refused. */
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  channel: PageChannel;
  /** Runs later; answers what takes it back. */
  later: (delayMs: number, run: () => void) => () => void;
}

const changed = z.tuple([preferenceName, z.string()]);

/** Every text belongs to the room that writes it. Before `start` (on the server) nothing leaves the page. */
export class PreferenceStore {
  readonly #operator: string;
  readonly #kept: Map<string, string>;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<PreferenceName, () => void>();
  #deps: PreferenceDeps | undefined;

  constructor(operator: string, kept: Preferences) {
    this.#operator = operator;
    this.#kept = new Map(Object.entries(kept));
  }

  read = (name: string): string | undefined => this.#kept.get(name);

  /** Throws TypeError for a name that nothing is kept under. */
  write = (name: string, text: string): void => {
    const known = preferenceName.safeParse(name);
    if (!known.success) throw new TypeError(`No preference is called ${name}.`);
    if (this.#kept.get(name) === text) return;
    this.#set(known.data, text);
    this.#wait(known.data, text);
    this.#deps?.channel.post([name, text]);
    this.#saveLater(known.data, paces.rest.saveMs);
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Begins to save and to hear of other pages; answers what ends it. What an earlier page could not save goes first. */
  start(deps: PreferenceDeps): () => void {
    this.#deps = deps;
    deps.channel.listen((message) => {
      const read = changed.safeParse(message);
      if (read.success) this.#set(...read.data);
    });
    for (const name of preferenceNames) {
      const waiting = this.#waiting(name);
      if (waiting === undefined) continue;
      this.#set(name, waiting);
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
    if (this.#kept.get(name) === text) return;
    this.#kept.set(name, text);
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
    const text = this.#kept.get(name);
    if (text === undefined || this.#deps === undefined) return;
    try {
      await this.#deps.save(name, text);
    } catch {
      // A newer one that waits already will try for both.
      if (!this.#timers.has(name)) this.#saveLater(name, paces.retry.saveMs);
      return;
    }
    if (this.#waiting(name) === text) this.#stopWaiting(name);
  }

  #keyOf = (name: PreferenceName) => `fleetdeck.unsaved.${this.#operator}.${name}`;

  #wait(name: PreferenceName, text: string): void {
    try {
      this.#deps?.storage().setItem(this.#keyOf(name), text);
    } catch {
      // Storage may be refused: what was not saved then lasts for this page only.
    }
  }

  #waiting(name: PreferenceName): string | undefined {
    try {
      return this.#deps?.storage().getItem(this.#keyOf(name)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  #stopWaiting(name: PreferenceName): void {
    try {
      this.#deps?.storage().removeItem(this.#keyOf(name));
    } catch {
      // See above.
    }
  }
}
