// Records what each poll of the pools says. A poll without an answer is a sample without figures, because a gap is not a
// zero, and a long time without one is a row among the gaps. So is the time in which the store took nothing: the turn fails,
// and the next one that is kept says what was lost.
import type { RecorderList } from "../../bff/recorder.ts";
import type { Pool } from "../../contract/pools.ts";
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import type { PoolSampleRow } from "../store/pool-samples.ts";
import type { ListGaps } from "./list-gaps.ts";
import { type ListRead, partlyOf } from "./list-reading.ts";
import { Poller, type PollerState, type TurnEnd } from "./poller.ts";
import { storeUnavailable } from "./store-unavailable.ts";

export interface PoolWatcherDeps {
  /** The pools as of now; rejects when the upstream gave no new answer. `retryAfterMs` when it asked to wait. */
  poll: () => Promise<(Pick<ListRead, "atMs" | "partly"> & { pools: readonly Pool[] }) | "absent">;
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  /** Keeps samples, and in the same transaction what `note` has to say. */
  keep: (rows: readonly PoolSampleRow[], note: (trx: Database) => Promise<void>) => Promise<void>;
  gaps: Pick<ListGaps, "begin" | "answered" | "kept" | "failed">;
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

const gapOf = (id: string, atMs: number): PoolSampleRow => ({
  pool_id: id,
  at_ms: atMs,
  available: null,
  acquired: null,
  size: null,
});

export class PoolWatcher {
  readonly #deps: PoolWatcherDeps;
  readonly #poller: Poller;
  #known: readonly string[] = [];
  #partly: RecorderList["partly"] = null;
  /** Since the last kept samples the store took nothing: stands where the first were lost. Undefined: none were. */
  #lost: readonly PoolSampleRow[] | undefined;

  constructor(deps: PoolWatcherDeps) {
    this.#deps = deps;
    const { retryAfterMs, codeOf, clock } = deps;
    this.#poller = new Poller({ turn: () => this.#sample(), retryAfterMs, codeOf, clock });
  }

  get state(): PollerState {
    return this.#poller.state;
  }

  /** What the last answer left out. */
  get partly(): RecorderList["partly"] {
    return this.#partly;
  }

  start = (): void => this.#poller.start();
  stop = (): void => this.#poller.stop();
  watched = (): void => this.#poller.watched();

  async #sample(): Promise<TurnEnd> {
    const { poll, clock, gaps, codeOf } = this.#deps;
    await gaps.begin();
    let answer: Awaited<ReturnType<PoolWatcherDeps["poll"]>>;
    try {
      answer = await poll();
    } catch (error) {
      const rows = this.#known.map((id) => gapOf(id, clock.nowMs()));
      // The turn failed already, and of that failure.
      await this.#keep(rows, (trx) => gaps.failed(trx, codeOf(error))).catch(() => undefined);
      throw error;
    }
    const { atMs, pools, partly } = answer === "absent" ? { atMs: null, pools: [], partly: null } : answer;
    this.#known = pools.map(({ id }) => id);
    await this.#keep(atMs === null ? [] : pools.map((pool) => sampleOf(pool, atMs)), (trx) =>
      gaps.answered(trx, atMs),
    );
    gaps.kept(atMs);
    this.#partly = partlyOf(pools.length, partly);
    return answer === "absent" ? "absent" : undefined;
  }

  async #keep(rows: readonly PoolSampleRow[], note: (trx: Database) => Promise<void>): Promise<void> {
    const { keep, gaps, report } = this.#deps;
    const firstMs = Math.min(...rows.map(({ at_ms: atMs }) => atMs));
    // Those of a time that is still to come are from before the clock was set back.
    const lost = this.#lost?.filter(({ at_ms: atMs }) => atMs < firstMs);
    try {
      await keep([...(lost ?? []), ...rows], async (trx) => {
        if (lost !== undefined) await gaps.failed(trx, storeUnavailable);
        await note(trx);
      });
      this.#lost = undefined;
    } catch (error) {
      report("pool samples could not be recorded", error);
      this.#lost ??= rows.map(({ pool_id: id, at_ms: atMs }) => gapOf(id, atMs));
      throw error;
    }
  }
}
