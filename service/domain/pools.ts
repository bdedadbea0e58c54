// All pools of the service: their settings on record, their browsers in memory. A start fills every pool anew.
import type { PoolConfig, PoolCreate, Pool as PoolResource, PoolUpdate } from "../../lib/contract/pools.ts";
import { poolFillRate, poolTimeoutSeconds } from "../../lib/contract/pools.ts";
import type { Paces } from "../paces.ts";
import { type PoolRow, PoolRows } from "../store/pools-tables.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { newId } from "./ids.ts";
import { type AcquireOptions, Pool, type PoolBrowsers, type Pooled, type PoolTarget } from "./pool.ts";
import { badRequest, conflict, notFound, Problem } from "./problem.ts";

export type PoolSettings = PoolRow["config"];

/** Where pools get their browsers from. */
export interface BrowserSource<Browser extends Pooled> {
  /** The most browsers there can be, in pools and elsewhere. */
  capacity: number;
  /** Throws a Problem when no browser could ever be made like this. */
  check(settings: PoolSettings): void;
  /** The browsers of one pool; `settings` are those of the moment. */
  forPool(poolId: string, settings: () => PoolSettings): PoolBrowsers<Browser>;
  /** Calls back whenever a browser anywhere has ended. */
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
  /** Gets faults that nobody waits for. */
  report: (error: unknown) => void;
}

export class Pools<Browser extends Pooled> {
  readonly #deps: PoolsDeps<Browser>;
  readonly #rows: PoolRows;
  /** Newest first. */
  #entries: Entry<Browser>[];
  readonly #stopListening: () => void;

  /** Starts filling every pool on record. */
  constructor(deps: PoolsDeps<Browser>) {
    this.#deps = deps;
    this.#rows = new PoolRows(deps.store);
    this.#entries = this.#rows.list().map((row) => this.#entry(row));
    this.#stopListening = deps.source.onCapacity(() => {
      for (const { pool } of this.#entries) pool.capacityFreed();
    });
    for (const { pool } of this.#entries) pool.fill();
  }

  /** The most browsers that all pools together can have. */
  get capacity(): number {
    return this.#deps.source.capacity;
  }

  /** 409 when the name is taken; 429 when all pools together would be too large; 400 or 404 when its browsers could not be made. */
  create(given: PoolCreate): PoolResource {
    const { name, ...settings } = given;
    const config = settled(settings);
    this.#deps.source.check(config);
    this.#checkRoom(config.size);
    const row = { id: newId(), name: name ?? null, config, created_at: this.#deps.clock.timestamp() };
    if (!this.#rows.insert(row)) throw nameTaken(name);
    const entry = this.#entry(row);
    this.#entries = [entry, ...this.#entries];
    entry.pool.fill();
    return described(entry);
  }

  /** Newest first; `name` exact, `query` a part of the id or name in any case. */
  list(filter: { name?: string | undefined; query?: string | undefined } = {}): PoolResource[] {
    const part = filter.query?.toLowerCase() ?? "";
    return this.#entries
      .filter(({ row }) => filter.name === undefined || row.name === filter.name)
      .filter(({ row }) => row.id.includes(part) || row.name?.toLowerCase().includes(part))
      .map(described);
  }

  retrieve(idOrName: string): PoolResource {
    return described(this.#find(idOrName));
  }

  /** Changes what is given. Browsers that exist stay as they are, unless all idle ones are discarded. */
  async update(idOrName: string, given: PoolUpdate): Promise<PoolResource> {
    const { name, discard_all_idle: discardIdle = false, ...changes } = given;
    const entry = this.#find(idOrName);
    const size = changes.size ?? entry.row.config.size;
    const row = {
      ...entry.row,
      name: name ?? entry.row.name,
      config: settled({ ...entry.row.config, ...changes, size }),
    };
    this.#deps.source.check(row.config);
    if (size > entry.row.config.size) this.#checkRoom(size, entry);
    if (!this.#rows.update(row)) throw nameTaken(name);
    entry.row = row;
    await entry.pool.resize(targetOf(row.config), { discardIdle });
    return described(entry);
  }

  /** Ends all its browsers; 409 while some are acquired, unless forced. */
  async delete(idOrName: string, options: { force: boolean }): Promise<void> {
    const entry = this.#find(idOrName);
    const { acquiredCount } = entry.pool;
    if (acquiredCount > 0 && !options.force) {
      throw conflict(`${acquiredCount} browsers of this pool are acquired; release them or use force`);
    }
    this.#rows.delete(entry.row.id);
    this.#entries = this.#entries.filter((other) => other !== entry);
    await entry.pool.close();
  }

  /** A browser for the caller, or undefined when the wait ends without one. */
  async acquire(idOrName: string, options: AcquireOptions = {}): Promise<Browser | undefined> {
    return await this.#find(idOrName).pool.acquire(options);
  }

  /** 400 for another pool's browser, 404 for one that is in nobody's hands. */
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

  /** Ends the idle browsers; new ones come at the fill rate. */
  async flush(idOrName: string): Promise<void> {
    await this.#find(idOrName).pool.flush();
  }

  /** Stops filling and sends waiting callers away; the browsers end with their sessions. */
  close(): void {
    this.#stopListening();
    const why = new Problem(503, "unavailable", "the service is shutting down");
    for (const { pool } of this.#entries) pool.stop(why);
  }

  /** 400 for a size that could never be reached, 429 for one that could if other pools were smaller. */
  #checkRoom(size: number, changed?: Entry<Browser>): void {
    const { capacity } = this.#deps.source;
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
      `pools can have ${capacity} browsers in all and the others have ${others}; choose a smaller size or shrink another`,
      // Only somebody who changes a pool can mend it: clients need not try again by themselves.
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

const nameTaken = (name: string | undefined) => conflict(`there is a pool named ${name} already`);

/** An empty proxy id means no proxy. */
function settled({ proxy_id, ...settings }: PoolSettings): PoolSettings {
  return { ...settings, ...(proxy_id ? { proxy_id } : {}) };
}

const targetOf = (config: PoolSettings): PoolTarget => ({
  size: config.size,
  fillRatePercent: config.fill_rate_per_minute ?? poolFillRate.standard,
});

function described<Browser extends Pooled>({ row, pool }: Entry<Browser>): PoolResource {
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
