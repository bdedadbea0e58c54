// Polls the pools once for everyone and records what it sees: fast while somebody looks, slow otherwise. A poll without
// an answer is recorded as such, because a gap is not a zero.
import type { Pool } from "../../contract/pools.ts";
import type { Clock } from "../live/clock.ts";
import type { PoolSampleRow } from "../store/pool-samples.ts";

export const watchPace = {
  fastMs: 2_000,
  slowMs: 15_000,
  watchedForMs: 10_000,
  keepMs: 48 * 3_600_000,
} as const;
const pruneEveryMs = 3_600_000;

export interface PoolWatcherDeps {
  /** The pools as of now; rejects when the upstream gave no new answer. `retryAfterMs` when it asked to wait. */
  poll: () => Promise<{ atMs: number; pools: readonly Pool[] }>;
  retryAfterMs: (error: unknown) => number | undefined;
  store: {
    insert: (rows: readonly PoolSampleRow[]) => Promise<void>;
    prune: (beforeMs: number) => Promise<void>;
  };
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

export class PoolWatcher {
  readonly #deps: PoolWatcherDeps;
  #known: readonly string[] = [];
  #watchedUntilMs = 0;
  #prunedAtMs = 0;
  #cancel: () => void = () => {};
  #polling = false;
  #stopped = false;

  constructor(deps: PoolWatcherDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#schedule(0);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** Somebody looks at pools: the next polls come fast for a while. */
  watched(): void {
    const { clock } = this.#deps;
    const wasSlow = clock.nowMs() >= this.#watchedUntilMs;
    this.#watchedUntilMs = clock.nowMs() + watchPace.watchedForMs;
    if (wasSlow && !this.#polling && !this.#stopped) this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    this.#cancel();
    this.#cancel = this.#deps.clock.later(delayMs, () => void this.#turn());
  }

  async #turn(): Promise<void> {
    this.#polling = true;
    const askedToWaitMs = await this.#sample();
    this.#polling = false;
    if (this.#stopped) return;
    const paceMs = this.#deps.clock.nowMs() < this.#watchedUntilMs ? watchPace.fastMs : watchPace.slowMs;
    this.#schedule(Math.max(paceMs, askedToWaitMs ?? 0));
  }

  async #sample(): Promise<number | undefined> {
    const { poll, retryAfterMs, store, clock, report } = this.#deps;
    let rows: PoolSampleRow[];
    let waitMs: number | undefined;
    try {
      const { atMs, pools } = await poll();
      this.#known = pools.map(({ id }) => id);
      rows = pools.map((pool) => ({
        pool_id: pool.id,
        at_ms: atMs,
        available: pool.available_count,
        acquired: pool.acquired_count,
        size: pool.browser_pool_config.size ?? null,
      }));
    } catch (error) {
      waitMs = retryAfterMs(error);
      const atMs = clock.nowMs();
      rows = this.#known.map((id) => ({
        pool_id: id,
        at_ms: atMs,
        available: null,
        acquired: null,
        size: null,
      }));
    }
    try {
      await store.insert(rows);
      if (clock.nowMs() - this.#prunedAtMs >= pruneEveryMs) {
        this.#prunedAtMs = clock.nowMs();
        await store.prune(clock.nowMs() - watchPace.keepMs);
      }
    } catch (error) {
      report("pool samples could not be recorded", error);
    }
    return waitMs;
  }
}
