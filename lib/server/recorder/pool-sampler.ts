// Records each poll of the pools. An unanswered poll is a sample of nulls, because a gap is not zero; a longer time without
// answers is also a recorded gap. So is a time in which the database failed: the turn fails, and the next successful write
// records the loss.
import type { Pool } from "../../contract/pools.ts";
import type { Database } from "../db/database.ts";
import { storeUnavailable } from "../db/store-unavailable.ts";
import { recordFillRates } from "../pools/fill-rate-changes.ts";
import type { PoolSampleRow } from "../pools/pool-samples.ts";
import type { ListGaps } from "./list-gaps.ts";
import { Poller, type PollerDeps, type TurnEnd } from "./poller.ts";
import { type ListRead, partlyOf } from "./read-list.ts";

export interface PoolSamplerDeps extends Omit<PollerDeps, "turn" | "pace"> {
  /** Reads the current pools; rejects without a fresh answer of the upstream. */
  poll: () => Promise<(Pick<ListRead, "atMs" | "partly"> & { pools: readonly Pool[] }) | "absent">;
  /** Stores samples and calls `record` in the same transaction. */
  store: (rows: readonly PoolSampleRow[], record: (trx: Database) => Promise<void>) => Promise<void>;
  gaps: Pick<ListGaps, "begin" | "answered" | "stored" | "failed">;
  report: (what: string, error: unknown) => void;
}

const sampleOf = (pool: Pool, atMs: number): PoolSampleRow => ({
  pool_id: pool.id,
  at_ms: atMs,
  available: pool.available_count,
  acquired: pool.acquired_count,
  size: pool.browser_pool_config.size ?? null,
});

const gapOf = (id: string, atMs: number): PoolSampleRow => ({
  pool_id: id,
  at_ms: atMs,
  available: null,
  acquired: null,
  size: null,
});

export class PoolSampler extends Poller {
  readonly #deps: PoolSamplerDeps;
  #known: readonly string[] = [];
  /** Gaps for the first samples that could not be stored since the last success; undefined: none. */
  #lost: readonly PoolSampleRow[] | undefined;

  constructor(deps: PoolSamplerDeps) {
    super({ ...deps, turn: () => this.#sample() });
    this.#deps = deps;
  }

  async #sample(): Promise<TurnEnd> {
    const { poll, clock, gaps, codeOf } = this.#deps;
    await gaps.begin();
    let answer: Awaited<ReturnType<PoolSamplerDeps["poll"]>>;
    try {
      answer = await poll();
    } catch (error) {
      const rows = this.#known.map((id) => gapOf(id, clock.nowMs()));
      // The turn rejects with the upstream's error.
      await this.#store(rows, (trx) => gaps.failed(trx, codeOf(error))).catch(() => undefined);
      throw error;
    }
    const { atMs, pools, partly } = answer === "absent" ? { atMs: null, pools: [], partly: null } : answer;
    this.#known = pools.map(({ id }) => id);
    await this.#store(atMs === null ? [] : pools.map((pool) => sampleOf(pool, atMs)), async (trx) => {
      if (atMs !== null) await recordFillRates(trx, pools, { atMs, isWhole: partly === null });
      await gaps.answered(trx, atMs);
    });
    gaps.stored(atMs);
    this.partly = partlyOf(pools.length, partly);
    return atMs === null ? "absent" : { readAtMs: atMs };
  }

  async #store(rows: readonly PoolSampleRow[], record: (trx: Database) => Promise<void>): Promise<void> {
    const { store, gaps, report } = this.#deps;
    const lost = this.#lost;
    try {
      await store([...(lost ?? []), ...rows], async (trx) => {
        if (lost !== undefined) await gaps.failed(trx, storeUnavailable);
        await record(trx);
      });
      this.#lost = undefined;
    } catch (error) {
      report("pool samples could not be recorded", error);
      this.#lost ??= rows.map(({ pool_id: id, at_ms: atMs }) => gapOf(id, atMs));
      throw error;
    }
  }
}
