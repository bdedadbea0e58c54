// Records what each poll of the pools says. A poll without an answer is a sample without figures, because a gap is not a
// zero, and the time without one is a row among the gaps.
import type { Pool } from "../../contract/pools.ts";
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import type { PoolSampleRow } from "../store/pool-samples.ts";
import type { ListGaps } from "./list-gaps.ts";
import { Poller, type PollerState, type TurnEnd } from "./poller.ts";

export interface PoolWatcherDeps {
  /** The pools as of now; rejects when the upstream gave no new answer. `retryAfterMs` when it asked to wait. */
  poll: () => Promise<{ atMs: number; pools: readonly Pool[] } | "absent">;
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  /** Keeps samples, and in the same transaction what `note` has to say. */
  keep: (rows: readonly PoolSampleRow[], note: (trx: Database) => Promise<void>) => Promise<void>;
  gaps: Pick<ListGaps, "begin" | "answered" | "failed">;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

const sampleOf = (pool: Pool, atMs: number): PoolSampleRow => ({
  pool_id: pool.id,
  at_ms: atMs,
  available: pool.available_count,
  acquired: pool.acquired_count,
  size: pool.browser_pool_config.size ?? null,
});

export class PoolWatcher {
  readonly #deps: PoolWatcherDeps;
  readonly #poller: Poller;
  #known: readonly string[] = [];

  constructor(deps: PoolWatcherDeps) {
    this.#deps = deps;
    const { retryAfterMs, codeOf, clock } = deps;
    this.#poller = new Poller({ turn: () => this.#sample(), retryAfterMs, codeOf, clock });
  }

  get state(): PollerState {
    return this.#poller.state;
  }

  start = (): void => this.#poller.start();
  stop = (): void => this.#poller.stop();
  watched = (): void => this.#poller.watched();

  async #sample(): Promise<TurnEnd> {
    const { poll, clock, gaps, codeOf } = this.#deps;
    await gaps.begin();
    try {
      const answer = await poll();
      const { atMs, pools } = answer === "absent" ? { atMs: clock.nowMs(), pools: [] } : answer;
      this.#known = pools.map(({ id }) => id);
      await this.#keep(
        pools.map((pool) => sampleOf(pool, atMs)),
        (trx) => gaps.answered(trx, atMs),
      );
      return answer === "absent" ? "absent" : undefined;
    } catch (error) {
      const gap = { at_ms: clock.nowMs(), available: null, acquired: null, size: null };
      await this.#keep(
        this.#known.map((id) => ({ pool_id: id, ...gap })),
        (trx) => gaps.failed(trx, codeOf(error)),
      );
      throw error;
    }
  }

  async #keep(rows: readonly PoolSampleRow[], note: (trx: Database) => Promise<void>): Promise<void> {
    try {
      await this.#deps.keep(rows, note);
    } catch (error) {
      this.#deps.report("pool samples could not be recorded", error);
    }
  }
}
