"use client";

import { useSyncExternalStore } from "react";
import type { FeedState } from "@/lib/live/log-feed";
import type { LogStore } from "@/lib/live/log-store";

/**
 * What was last rendered of a feed. With each batch of lines only what shows them is rendered again, not the whole pane.
 */
export class DrawnState {
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #endRow = 0;
  #addedLines = 0;
  #isFlood = false;
  #state: FeedState;

  constructor(state: FeedState) {
    this.#state = state;
  }

  /** The store's version. */
  get version(): number {
    return this.#version;
  }

  /** One above the number of the newest row: more may have arrived since. */
  get endRow(): number {
    return this.#endRow;
  }

  /** Lines that had been added to the store. */
  get addedLines(): number {
    return this.#addedLines;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** Whether each rendering shows other rows than the last. */
  get isFlood(): boolean {
    return this.#isFlood;
  }

  publish({ version, endRow, addedLines }: LogStore, state: FeedState, isFlood = false): void {
    this.#version = version;
    this.#endRow = endRow;
    this.#addedLines = addedLines;
    this.#isFlood = isFlood;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** Renders when the result of `read` differs from that of the last rendering. */
export function useDrawn<Read>(drawn: DrawnState, read: () => Read): Read {
  return useSyncExternalStore(drawn.subscribe, read, read);
}

/** Renders with each batch of lines; returns the version of the store. */
export const useDrawnVersion = (drawn: DrawnState): number => useDrawn(drawn, () => drawn.version);
