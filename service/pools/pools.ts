// All pools of the service: settings in the database, browsers in memory. Every start fills all pools again.
import type { PoolConfig, PoolCreate, Pool as PoolResource, PoolUpdate } from "../../lib/contract/pools.ts";
import { poolFillRate, poolTimeoutSeconds } from "../../lib/contract/pools.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Paces } from "../kernel/paces.ts";
import { badRequest, conflict, notFound, Problem, shuttingDown } from "../kernel/problem.ts";
import type { Store } from "../kernel/store.ts";
import { noneConnected } from "../sessions/live-sessions.ts";
import { selectTelemetry, toTelemetryConfig } from "../telemetry/telemetry-selection.ts";
import {
  type Acquired,
  type AcquireOptions,
  Pool,
  type PoolBrowsers,
  type Pooled,
  type PoolTarget,
} from "./pool.ts";
import { type PoolRow, PoolRows } from "./pool-rows.ts";

export type PoolSettings = PoolRow["config"];

/** The source of the pools' browsers. */
export interface BrowserSource<Browser extends Pooled> {
  /** The maximum number of browsers, in pools and outside. */
  capacity: number;
  /** Throws a Problem when no browser could be created with these settings. */
  check(settings: PoolSettings): void;
  /** The browsers of one pool; `settings` returns the current ones. */
  forPool(poolId: string, settings: () => PoolSettings): PoolBrowsers<Browser>;
  /** Calls `listener` whenever any browser has ended. Returns a function that unsubscribes. */
  onCapacity(listener: () => void): () => void;
}

interface Entry<Browser extends Pooled> {
  row: PoolRow;
  pool: Pool<Browser>;
}

export interface PoolsDeps<Browser extends Pooled> {
  store: Store;
  source: BrowserSource<Browser>;
  clock: Clock;
  paces: Paces["pools"];
  /** Receives errors of background work. */
  report: (error: unknown) => void;
}

/** Creates, changes and deletes pools and routes acquire and release calls to them. */
export class Pools<Browser extends Pooled> {
  readonly #deps: PoolsDeps<Browser>;
  readonly #rows: PoolRows;
  /** Newest first. */
  #entries: Entry<Browser>[];
  readonly #stopListening: () => void;
  #closed = false;

  /** Starts filling every stored pool. */
  constructor(deps: PoolsDeps<Browser>) {
    this.#deps = deps;
    this.#rows = new PoolRows(deps.store);
    this.#entries = this.#rows.list().map((row) => this.#entry(row));
    this.#stopListening = deps.source.onCapacity(() => {
      for (const { pool } of this.#entries) pool.capacityFreed();
    });
    for (const { pool } of this.#entries) pool.fill();
  }

  /** The maximum number of browsers of all pools together. */
  get capacity(): number {
    return this.#deps.source.capacity;
  }

  /**
   * Creates a pool and starts filling it. Throws 409 when the name is taken, 429 when all pools together would be too
   * large, 400 or 404 when its browsers could not be created, 503 after `close`.
   */
  create(given: PoolCreate): PoolResource {
    if (this.#closed) throw shuttingDown();
    const { name, ...settings } = given;
    const config = normalized(settings, undefined);
    this.#deps.source.check(config);
    this.#checkCapacity(config.size);
    const row = { id: newId(), name: name ?? null, config, created_at: this.#deps.clock.timestamp() };
    if (!this.#rows.insert(row)) throw nameTaken(name);
    const entry = this.#entry(row);
    this.#entries = [entry, ...this.#entries];
    entry.pool.fill();
    return toResource(entry);
  }

  /** Newest first; `name` matches exactly, `query` a part of the id or name, case-insensitively. */
  list(filter: { name?: string | undefined; query?: string | undefined } = {}): PoolResource[] {
    const part = filter.query?.toLowerCase() ?? "";
    return this.#entries
      .filter(({ row }) => filter.name === undefined || row.name === filter.name)
      .filter(({ row }) => row.id.includes(part) || row.name?.toLowerCase().includes(part))
      .map(toResource);
  }

  /** By id, else by name; 404 for neither. */
  retrieve(idOrName: string): PoolResource {
    return toResource(this.#find(idOrName));
  }

  /**
   * Changes the given settings. Existing browsers keep the old ones, unless `discard_all_idle` is set. What the pool had
   * before may have been deleted since. Throws as `create`, or 404.
   */
  async update(idOrName: string, given: PoolUpdate): Promise<PoolResource> {
    const { name, discard_all_idle: discardIdle = false, ...changes } = given;
    const entry = this.#find(idOrName);
    const size = changes.size ?? entry.row.config.size;
    const row = {
      ...entry.row,
      name: name ?? entry.row.name,
      config: normalized({ ...entry.row.config, ...changes, size }, entry.row.config),
    };
    this.#deps.source.check({ ...changes, size });
    if (size > entry.row.config.size) this.#checkCapacity(size, entry);
    if (!this.#rows.update(row)) throw nameTaken(name);
    entry.row = row;
    await entry.pool.resize(targetOf(row.config), { discardIdle });
    return toResource(entry);
  }

  /** Deletes a pool and ends all its browsers; 409 while some are acquired, unless forced. */
  async delete(idOrName: string, options: { force: boolean }): Promise<void> {
    const entry = this.#find(idOrName);
    const { acquiredCount } = entry.pool;
    if (acquiredCount > 0 && !options.force) {
      const are =
        acquiredCount === 1 ? "a browser of this pool is" : `${acquiredCount} browsers of this pool are`;
      throw conflict(`${are} acquired; release or use force`);
    }
    this.#rows.delete(entry.row.id);
    this.#entries = this.#entries.filter((other) => other !== entry);
    await entry.pool.close();
  }

  /** Acquires a browser; undefined when the wait ends without one. */
  async acquire(idOrName: string, options: AcquireOptions = {}): Promise<Acquired<Browser> | undefined> {
    return await this.#find(idOrName).pool.acquire(options);
  }

  /** Counts a browser as acquired that an earlier service had acquired from the pool; does nothing for an unknown pool. */
  adopt(poolId: string, browser: Browser): void {
    this.#entries.find(({ row }) => row.id === poolId)?.pool.adopt(browser);
  }

  /** Releases a browser; 400 for one of another pool, 404 for one that is not acquired. */
  async release(idOrName: string, sessionId: string, options: { reuse: boolean }): Promise<void> {
    const entry = this.#find(idOrName);
    const holder = this.#entries.find(({ pool }) => pool.holds(sessionId));
    if (holder && holder !== entry) {
      throw badRequest(
        `session_id: ${sessionId} was acquired from the pool ${holder.row.name ?? holder.row.id}`,
      );
    }
    await entry.pool.release(sessionId, options);
  }

  /** Ends the idle browsers; new ones start at the fill rate. */
  async flush(idOrName: string): Promise<void> {
    await this.#find(idOrName).pool.flush();
  }

  /** Stops filling and rejects waiting and later callers with 503; the browsers end with their sessions. */
  close(): void {
    this.#closed = true;
    this.#stopListening();
    const why = shuttingDown();
    for (const { pool } of this.#entries) pool.stop(why);
  }

  /**
   * Throws 400 for a size above the capacity, 429 for one that would fit if other pools were smaller, or while no node is
   * connected.
   */
  #checkCapacity(size: number, changed?: Entry<Browser>): void {
    const { capacity } = this.#deps.source;
    if (capacity === 0) throw noneConnected();
    if (size > capacity) {
      throw badRequest(`body.size: this service runs at most ${capacity} browsers at once`, [
        { code: "invalid_input", message: `body.size: must be at most ${capacity}` },
      ]);
    }
    const others = this.#entries
      .filter((entry) => entry !== changed)
      .reduce((sum, { row }) => sum + row.config.size, 0);
    if (others + size <= capacity) return;
    throw new Problem(
      429,
      "too_many_requests",
      `size: pools can have ${capacity} browsers in all and the others have ${others}; choose a smaller size or shrink another`,
      // Only changing a pool helps, so clients must not retry automatically.
      { headers: { "retry-after": "60", "x-should-retry": "false" } },
    );
  }

  #entry(row: PoolRow): Entry<Browser> {
    const { source, clock, paces, report } = this.#deps;
    const browsers = source.forPool(row.id, () => entry.row.config);
    const entry = { row, pool: new Pool({ target: targetOf(row.config), browsers, clock, paces, report }) };
    return entry;
  }

  #find(idOrName: string): Entry<Browser> {
    const entry =
      this.#entries.find(({ row }) => row.id === idOrName) ??
      this.#entries.find(({ row }) => row.name === idOrName);
    if (!entry) throw notFound(`the pool ${idOrName}`);
    return entry;
  }
}

const nameTaken = (name: string | undefined) => conflict(`a pool named ${name} already exists`);

/** Removes an empty proxy id, which means no proxy, and states all categories of telemetry, if any is captured. */
function normalized(
  { proxy_id, telemetry, ...settings }: PoolSettings,
  earlier: PoolSettings | undefined,
): PoolSettings {
  const selection = selectTelemetry(telemetry, selectTelemetry(earlier?.telemetry, null));
  return {
    ...settings,
    ...(proxy_id ? { proxy_id } : {}),
    ...(selection ? { telemetry: toTelemetryConfig(selection) } : {}),
  };
}

const targetOf = (config: PoolSettings): PoolTarget => ({
  size: config.size,
  fillRatePercent: config.fill_rate_per_minute ?? poolFillRate.standard,
});

function toResource<Browser extends Pooled>({ row, pool }: Entry<Browser>): PoolResource {
  const name = row.name === null ? {} : { name: row.name };
  const config: PoolConfig = {
    ...row.config,
    ...name,
    fill_rate_per_minute: row.config.fill_rate_per_minute ?? poolFillRate.standard,
    timeout_seconds: row.config.timeout_seconds ?? poolTimeoutSeconds.standard,
    stealth: row.config.stealth ?? false,
    headless: row.config.headless ?? false,
    kiosk_mode: row.config.kiosk_mode ?? false,
  };
  return {
    id: row.id,
    ...name,
    available_count: pool.availableCount,
    acquired_count: pool.acquiredCount,
    created_at: row.created_at,
    browser_pool_config: config,
  };
}
