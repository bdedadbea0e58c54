// Rows that decide about access, read at most every five seconds, and again once a sign-in, an account or an API token was
// changed in this process or in another replica.
import { LRUCache } from "lru-cache";
import { systemClock } from "../../clock.ts";
import { changesOf } from "../kernel/changes.ts";
import { paces } from "../kernel/paces.ts";

interface Entry<Row> {
  /** The count of changes when it was read. */
  changes: number;
  row: Promise<Row | undefined>;
}

export class RecentRows<Row> {
  readonly #entries: LRUCache<string, Entry<Row>>;

  /** Keeps `max` rows. */
  constructor(max: number) {
    this.#entries = new LRUCache({
      max,
      ttl: paces.access.recheckMs,
      ttlResolution: 0,
      perf: { now: systemClock.monotonicMs },
    });
  }

  /** The row of an id; `find` reads it. A read that fails is not kept. */
  read(id: string, find: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const kept = this.#entries.get(id);
    const changes = changesOf("access");
    if (kept?.changes === changes) return kept.row;
    const entry = { changes, row: find() };
    this.#entries.set(id, entry);
    entry.row.catch(() => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id);
    });
    return entry.row;
  }

  /** Makes the next read of an id a new one. */
  forget(id: string): void {
    this.#entries.delete(id);
  }
}
