// Reads a day of invocations again every hour: some are listed or corrected hours after their start. A few pages at the
// end of each turn, so that new invocations are not delayed.

import { dayMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import { sinceText } from "../invocations/sync-progress.ts";
import { paces } from "../kernel/paces.ts";
import type { InvocationPort, ListedPage } from "./invocation-port.ts";
import { paginate } from "./paginate.ts";
import type { RequestBudget } from "./request-budget.ts";

const backMs = dayMs;

export interface LateArrivalBackfillDeps {
  port: InvocationPort;
  budget: RequestBudget;
  take: (page: ListedPage) => Promise<unknown>;
  /** Pages per turn of the sync; the backfill reads half as many. */
  pagesPerTurn?: number;
  clock: Clock;
}

export class LateArrivalBackfill {
  readonly #deps: LateArrivalBackfillDeps;
  #beganAtMs: number;
  #next: { since: string; offset: number } | undefined;

  constructor(deps: LateArrivalBackfillDeps) {
    this.#deps = deps;
    this.#beganAtMs = deps.clock.monotonicMs();
  }

  /** Continues with the day before `markMs`, or starts when it is due. Rejects with the port's errors. */
  async turn(markMs: number): Promise<void> {
    const { port, budget, take, clock, pagesPerTurn = 10 } = this.#deps;
    const maxPages = Math.ceil(pagesPerTurn / 2);
    if (this.#next === undefined) {
      if (clock.monotonicMs() - this.#beganAtMs < paces.mirror.lateArrivalBackfillEveryMs) return;
      this.#beganAtMs = clock.monotonicMs();
      this.#next = { since: sinceText(Math.max(0, markMs - backMs)), offset: 0 };
    }
    const { since, offset } = this.#next;
    try {
      // Not counted, because the sync counts them. The offset must advance past several skipped items in a row.
      const onSkipped = () => {
        if (this.#next !== undefined) this.#next = { since, offset: this.#next.offset + 1 };
      };
      const request = { since };
      const steps = paginate({ port, budget, request, offset, maxPages, onSkipped });
      for await (const step of steps) {
        await take(step);
        this.#next = step.ended ? undefined : { since, offset: step.nextOffset };
      }
    } catch (error) {
      // The upstream refuses to list that far back; retried in an hour.
      if (!port.refused(error)) throw error;
      this.#next = undefined;
    }
  }
}
