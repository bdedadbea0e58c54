// How far before the mark a turn starts to read: two minutes if these are a few pages. On a busy fleet only from time to
// time, because repeated pages would use up the budget for reading back.

import type { Clock } from "../../clock.ts";
import { overlap } from "../invocations/sync-progress.ts";
import { paces } from "../kernel/paces.ts";

/** The most pages that are read again in every turn. */
const maxIdlePages = 3;
/** Factor of a turn's pages for a wide reading on a busy fleet. */
const wideFactor = 3;

export interface ReadRange {
  behindMs: number;
  /** Factor of a turn's pages. */
  pages: number;
  /** Reaching the near range is sufficient, because older pages were read before. */
  nearIsSufficient: boolean;
}

export class OverlapWindow {
  readonly #clock: Clock;
  #wideAtMs = Number.NEGATIVE_INFINITY;
  #widePages = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The range of the next turn. */
  next(): ReadRange {
    const busy = this.#widePages > maxIdlePages;
    if (!busy) return { behindMs: overlap.wideMs, pages: 1, nearIsSufficient: false };
    return this.#clock.monotonicMs() - this.#wideAtMs < paces.mirror.wideEveryMs
      ? { behindMs: overlap.nearMs, pages: 1, nearIsSufficient: false }
      : { behindMs: overlap.wideMs, pages: wideFactor, nearIsSufficient: true };
  }

  /** Records the pages that a reading took. */
  record({ behindMs }: ReadRange, pages: number): void {
    if (behindMs < overlap.wideMs) return;
    this.#wideAtMs = this.#clock.monotonicMs();
    this.#widePages = pages;
  }
}
