// One answer for the pages of many operators, each of which asks again every five seconds: together they cost as much as
// one of them, and a second request of the same page gets something newer.
import type { Clock } from "../../clock.ts";
import { type Change, changesOf } from "./changes.ts";
import { paces } from "./paces.ts";

/** Whether an answer of this age is fresh for a page that has received it before, or has not. */
export function isFreshFor(ageMs: number, hasReceivedIt: boolean): boolean {
  const { freshMs, freshToOthersMs } = paces.shared;
  return ageMs < freshMs || (ageMs < freshToOthersMs && !hasReceivedIt);
}

interface Held<T> {
  answer: Promise<T>;
  beganMs: number;
  epoch: number;
  viewers: Set<string>;
}

/** An answer that `compute` makes when none is fresh. One made before a change of the given kinds is not. */
export class SharedAnswer<T> {
  readonly #compute: () => Promise<T>;
  readonly #changes: readonly Change[];
  readonly #clock: Clock;
  #held: Held<T> | undefined;

  constructor(compute: () => Promise<T>, changes: readonly Change[], clock: Clock) {
    this.#compute = compute;
    this.#changes = changes;
    this.#clock = clock;
  }

  /** `viewer`: the id of the sign-in that receives it. Rejects with what `compute` threw, which is not held. */
  read(viewer: string): Promise<T> {
    const held = this.#fresh(viewer) ?? this.#begin();
    held.viewers.add(viewer);
    return held.answer;
  }

  #epoch(): number {
    return this.#changes.reduce((sum, change) => sum + changesOf(change), 0);
  }

  #fresh(viewer: string): Held<T> | undefined {
    const held = this.#held;
    if (held === undefined || held.epoch !== this.#epoch()) return undefined;
    const ageMs = this.#clock.monotonicMs() - held.beganMs;
    return isFreshFor(ageMs, held.viewers.has(viewer)) ? held : undefined;
  }

  #begin(): Held<T> {
    const begun = { beganMs: this.#clock.monotonicMs(), epoch: this.#epoch(), viewers: new Set<string>() };
    const held: Held<T> = { ...begun, answer: this.#compute() };
    this.#held = held;
    held.answer.catch(() => {
      if (this.#held === held) this.#held = undefined;
    });
    return held;
  }
}
