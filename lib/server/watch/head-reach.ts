// How far behind the mark a turn begins to read. Two minutes each time, where these are a few pages; where they are
// many, that would spend the budget on what was read before, and reading back would never end.
import { paces } from "../paces.ts";
import { overlap } from "./mirror-progress.ts";

/** Pages that are read again in every turn. */
const fewPages = 3;
/** A turn that looks far back on a busy fleet may read so many times the pages of another. */
const busyPages = 3;

export interface Reach {
  behindMs: number;
  /** How many times a turn's pages may be read. */
  pages: number;
  /** Whether having come near the mark is enough: what lies behind that was read before. */
  nearIsEnough: boolean;
}

export class HeadReach {
  readonly #monotonicMs: () => number;
  #wideAtMs = Number.NEGATIVE_INFINITY;
  #widePages = 0;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** How far the next turn looks. */
  next(): Reach {
    const busy = this.#widePages > fewPages;
    if (!busy) return { behindMs: overlap.wideMs, pages: 1, nearIsEnough: false };
    return this.#monotonicMs() - this.#wideAtMs < paces.mirror.wideEveryMs
      ? { behindMs: overlap.nearMs, pages: 1, nearIsEnough: false }
      : { behindMs: overlap.wideMs, pages: busyPages, nearIsEnough: true };
  }

  /** What a look took. */
  took({ behindMs }: Reach, pages: number): void {
    if (behindMs < overlap.wideMs) return;
    this.#wideAtMs = this.#monotonicMs();
    this.#widePages = pages;
  }
}
