// Records what each poll of the pools says. A poll without an answer is recorded as such, because a gap is not a zero.
import type { Pool } from "../../contract/pools.ts";
import type { Clock } from "../live/clock.ts";
import type { PoolSampleRow } from "../store/pool-samples.ts";
import { Poller, type PollerState } from "./poller.ts";

export interface PoolWatcherDeps {
  /** The pools as of now; rejects when the upstream gave no new answer. `retryAfterMs` when it asked to wait. */
  poll: () => Promise<{ atMs: number; pools: readonly Pool[] }>;
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  insert: (rows: readonly PoolSampleRow[]) => Promise<void>;
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

  async #sample(): Promise<undefined> {
    const { poll, clock } = this.#deps;
    try {
      const { atMs, pools } = await poll();
      this.#known = pools.map(({ id }) => id);
      await this.#keep(pools.map((pool) => sampleOf(pool, atMs)));
    } catch (error) {
      const gap = { at_ms: clock.nowMs(), available: null, acquired: null, size: null };
      await this.#keep(this.#known.map((id) => ({ pool_id: id, ...gap })));
      throw error;
    }
  }

  async #keep(rows: readonly PoolSampleRow[]): Promise<void> {
    try {
      await this.#deps.insert(rows);
    } catch (error) {
      this.#deps.report("pool samples could not be recorded", error);
    }
  }
}
