// Collects extracted records and writes them in batches, so that no answer waits for the database. Bounded: records beyond
// the limit are counted and dropped, and the next answer contains them again. A check occurs in one answer only, so
// checks are retried while there is space.

import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { storeUnavailable } from "../db/store-unavailable.ts";
import { paces } from "../kernel/paces.ts";
import type { ProxyCheckRow } from "../proxies/proxy-checks.ts";
import type { ExtractedRecords } from "./extractor.ts";
import type { ResourceLink } from "./resource-links.ts";
import type { CompleteList, ResourceRecord } from "./resource-writes.ts";

export const maxPending = 5_000;

type Ending = ExtractedRecords["endings"][number];

/** What is written in this order. */
export interface WriteBatch {
  resources: readonly ResourceRecord[];
  links: readonly ResourceLink[];
  completeLists: readonly CompleteList[];
  endings: readonly Ending[];
}

export interface InventoryWriterDeps {
  clock: Clock;
  store: {
    batch: (batch: WriteBatch) => Promise<void>;
    checks: (rows: readonly ProxyCheckRow[]) => Promise<void>;
  };
  report: (what: string, error: unknown) => void;
}

/** State of the writing. `lost`: records dropped since the program started. Times are epoch milliseconds. */
export interface InventoryWriterState {
  failingSinceMs: number | null;
  /** Code of the newest failure, while it fails. */
  code: string | null;
  lost: number;
}

interface Pending<T> {
  item: T;
  content: string;
}

const separator = "\u0000";
const keyOfRecord = (kind: string, id: string) => ["s", kind, id, "record"].join(separator);
const keyOfCheck = (row: ProxyCheckRow) => `${row.proxy_id}${separator}${row.at_ms}`;

export class InventoryWriter {
  readonly #deps: InventoryWriterDeps;
  /** What was written recently, by key: unchanged, it is not written again for a while. */
  readonly #written: LRUCache<string, string>;
  #resources = new Map<string, Pending<ResourceRecord>>();
  #links = new Map<string, Pending<ResourceLink>>();
  #completeLists = new Map<string, CompleteList>();
  #endings: Ending[] = [];
  #checks = new Map<string, ProxyCheckRow>();
  #dropped = 0;
  #state: InventoryWriterState = { failingSinceMs: null, code: null, lost: 0 };
  #cancel: (() => void) | undefined;
  #dueAtMs = 0;
  #ended = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: InventoryWriterDeps) {
    this.#deps = deps;
    const perf = { now: () => deps.clock.monotonicMs() };
    this.#written = new LRUCache({ max: 20_000, ttl: paces.noting.againMs, ttlResolution: 0, perf });
  }

  get state(): InventoryWriterState {
    return this.#state;
  }

  /** Adds the records of an answer; returns at once and never throws. */
  take({ resources, links, completeLists, endings, checks }: ExtractedRecords): void {
    if (this.#ended) return;
    for (const item of resources) {
      const content =
        item.details === undefined ? "" : JSON.stringify([item.name, item.details, item.endedAtMs]);
      const key =
        item.details === undefined
          ? ["s", item.kind, item.id, "mention"].join(separator)
          : keyOfRecord(item.kind, item.id);
      this.#put(this.#resources, key, { item, content });
      if (item.details !== undefined) this.#cancelEnding(item);
    }
    for (const item of links) {
      const key = ["l", item.from.kind, item.from.id, item.to.kind, item.to.id].join(separator);
      this.#put(this.#links, key, { item, content: "" });
    }
    for (const completeList of completeLists) this.#completeLists.set(completeList.kind, completeList);
    for (const { kind, id } of endings) this.#written.delete(keyOfRecord(kind, id));
    if (this.#endings.length < maxPending) this.#endings.push(...endings);
    else this.#dropped += endings.length;
    let isOwn = false;
    for (const row of checks) isOwn = this.#addCheck(row) || isOwn;
    if (this.#isEmpty()) return;
    this.#flushIn(isOwn ? paces.noting.checkMs : paces.noting.batchMs);
  }

  /** Writes the pending records; resolves when they are written or the write has failed. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes the pending records for the last time; records added later are ignored. */
  end(): Promise<void> {
    const written = this.flush();
    this.#ended = true;
    return written.then(() => this.#cancel?.());
  }

  #put<T>(pending: Map<string, Pending<T>>, key: string, entry: Pending<T>): void {
    if (this.#written.get(key) === entry.content) return;
    if (pending.size >= maxPending && !pending.has(key)) this.#dropped += 1;
    else pending.set(key, entry);
  }

  /** Removes a pending end when the resource is seen again, as a browser that was released and acquired again. */
  #cancelEnding({ kind, id, atMs }: ResourceRecord): void {
    if (this.#endings.length > 0)
      this.#endings = this.#endings.filter((end) => end.kind !== kind || end.id !== id || end.atMs > atMs);
  }

  /** Adds a check unless the list repeats a known one; returns whether it is our own check. */
  #addCheck(row: ProxyCheckRow): boolean {
    const isOwn = row.source !== "list";
    const key = keyOfCheck(row);
    const pending = this.#checks.get(key);
    if (
      !isOwn &&
      (pending !== undefined || this.#written.get(`c${separator}${row.proxy_id}`) === String(row.at_ms))
    )
      return false;
    if (this.#checks.size >= maxPending && pending === undefined) this.#dropped += 1;
    else this.#checks.set(key, row);
    return isOwn;
  }

  #isEmpty(): boolean {
    const sizes = [this.#resources, this.#links, this.#completeLists, this.#checks].map(({ size }) => size);
    return sizes.every((size) => size === 0) && this.#endings.length === 0;
  }

  #flushIn(delayMs: number): void {
    const dueAtMs = this.#deps.clock.monotonicMs() + delayMs;
    if (this.#cancel !== undefined && this.#dueAtMs <= dueAtMs) return;
    this.#cancel?.();
    this.#dueAtMs = dueAtMs;
    this.#cancel = this.#deps.clock.later(delayMs, () => void this.flush());
  }

  async #write(): Promise<void> {
    // Without records the database, which may be closed by now, is not used and the state stays.
    if (this.#isEmpty() && this.#dropped === 0) return;
    const { store, report } = this.#deps;
    const [resources, links, completeLists, endings, checks] = [
      this.#resources,
      this.#links,
      [...this.#completeLists.values()],
      this.#endings,
      [...this.#checks.values()],
    ];
    this.#resources = new Map();
    this.#links = new Map();
    this.#completeLists = new Map();
    this.#endings = [];
    this.#checks = new Map();
    const written = resources.size + links.size + completeLists.length + endings.length;
    let lost = this.#dropped;
    let code = lost > 0 ? "too_many" : null;
    if (lost > 0) {
      report("more was seen than could be recorded", new Error(`${lost} left out`));
      this.#dropped = 0;
    }
    try {
      await store.checks(checks);
      // Checks never change: a known one is not written again at any time.
      for (const row of checks)
        this.#written.set(`c${separator}${row.proxy_id}`, String(row.at_ms), { ttl: 0 });
    } catch (error) {
      report("checks of proxies could not be recorded", error);
      code = storeUnavailable;
      for (const row of checks) if (!this.#checks.has(keyOfCheck(row))) this.#addCheck(row);
      if (checks.length > 0) this.#flushIn(paces.noting.batchMs);
    }
    try {
      await store.batch({
        resources: [...resources.values()].map(({ item }) => item),
        links: [...links.values()].map(({ item }) => item),
        completeLists,
        endings,
      });
      for (const [key, { content }] of [...resources, ...links]) this.#written.set(key, content);
      for (const { kind, id } of endings) this.#written.delete(keyOfRecord(kind, id));
    } catch (error) {
      report("what was seen could not be recorded", error);
      code = storeUnavailable;
      lost += written;
    }
    this.#setState(code, lost);
  }

  #setState(code: string | null, lost: number): void {
    const failingSinceMs = code === null ? null : (this.#state.failingSinceMs ?? this.#deps.clock.nowMs());
    this.#state = { failingSinceMs, code, lost: this.#state.lost + lost };
  }
}
