// Looks once more, every hour, at a day of runs: one may be told hours after it started, and an end may be corrected
// that late. A few pages a turn and last in it, so that what is new never waits for what is old.
import { paces } from "../paces.ts";
import type { InvocationPort, ListedPage } from "./invocation-port.ts";
import { sinceText } from "./mirror-progress.ts";
import { walkPages } from "./page-walk.ts";
import type { RequestBudget } from "./request-budget.ts";

const backMs = 86_400_000;

export interface LateSweepDeps {
  port: InvocationPort;
  budget: RequestBudget;
  take: (page: ListedPage) => Promise<unknown>;
  /** Pages of a turn of the mirror; half as many are looked at again. */
  pagesPerTurn?: number;
  monotonicMs: () => number;
}

export class LateSweep {
  readonly #deps: LateSweepDeps;
  #beganAtMs: number;
  #rest: { since: string; offset: number } | undefined;

  constructor(deps: LateSweepDeps) {
    this.#deps = deps;
    this.#beganAtMs = deps.monotonicMs();
  }

  /** Goes on with the day before `markMs`, or begins when it is time. Rejects as the port does. */
  async turn(markMs: number): Promise<void> {
    const { port, budget, take, monotonicMs, pagesPerTurn = 10 } = this.#deps;
    const maxPages = Math.ceil(pagesPerTurn / 2);
    if (this.#rest === undefined) {
      if (monotonicMs() - this.#beganAtMs < paces.mirror.lateSweepEveryMs) return;
      this.#beganAtMs = monotonicMs();
      this.#rest = { since: sinceText(Math.max(0, markMs - backMs)), offset: 0 };
    }
    const { since, offset } = this.#rest;
    try {
      // Not counted: the mirror's own walks do. Several in a row must still lead on.
      const onSkipped = () => {
        if (this.#rest !== undefined) this.#rest = { since, offset: this.#rest.offset + 1 };
      };
      const question = { since };
      const walk = walkPages({ port, budget, question, offset, maxPages, onSkipped });
      for await (const step of walk) {
        await take(step);
        this.#rest = step.ended ? undefined : { since, offset: step.nextOffset };
      }
    } catch (error) {
      // So far back the upstream does not let itself be read: the next hour tries again.
      if (!port.refused(error)) throw error;
      this.#rest = undefined;
    }
  }
}
