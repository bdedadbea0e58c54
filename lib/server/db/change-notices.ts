// Replicas on one PostgreSQL tell each other what they changed, by its LISTEN and NOTIFY, so that a cache of one is not
// stale after a write of another. What cannot be announced is noticed by the age of the cached value, as it is with one process.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { type Clock, pause, systemClock } from "../../clock.ts";
import { type Change, changes, countChange, tellChangesBy } from "../kernel/changes.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { onShutdown } from "../kernel/shutdown.ts";
import { type Database, dialectOf } from "./database.ts";

const channel = "fleetdeck_changes";

const isChange = (text: string | undefined): text is Change => changes.some((change) => change === text);

/** Sends a notice; `from` is the process that knows already. */
const send = (db: Database, from: string, change: Change) =>
  sql`select pg_notify(${channel}, ${`${from} ${change}`})`.execute(db);

/** Notifies all replicas from a program that is not one, such as a command line. Not in a transaction that may fail. */
export async function announceChange(db: Database, change: Change): Promise<void> {
  if (dialectOf(db) === "postgres") await send(db, "another program", change);
}

/** Both directions of one replica. Ends with `stop`. */
export class ChangeNotices {
  readonly #id = randomUUID();
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #count: (change: Change) => void;
  readonly #stopped = new AbortController();
  readonly #unsent = new Set<Change>();
  #sending = false;
  #client: pg.Client | undefined;

  constructor(db: Database, count: (change: Change) => void = countChange, clock: Clock = systemClock) {
    this.#db = db;
    this.#count = count;
    this.#clock = clock;
  }

  /** Listens over a connection of its own, and again whenever that is lost, until `stop`. */
  async listen(databaseUrl: string): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#listenOnce(databaseUrl).catch(() => undefined);
      await pause(this.#clock, paces.store.tryAgainMs, this.#stopped.signal);
    }
  }

  /** Resolves when the connection has ended; rejects when the server no longer answers on it. */
  async #listenOnce(databaseUrl: string): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: deadlines.store.connectMs,
      query_timeout: deadlines.store.queryMs,
      keepAlive: true,
    });
    const ended = new AbortController();
    client.on("error", () => ended.abort());
    client.on("end", () => ended.abort());
    client.on("notification", ({ payload = "" }) => {
      const [from, change] = payload.split(/ (?=\S+$)/);
      if (from !== this.#id && isChange(change)) this.#count(change);
    });
    try {
      await client.connect();
      this.#client = client;
      if (this.#stopped.signal.aborted) return;
      const over = AbortSignal.any([ended.signal, this.#stopped.signal]);
      await client.query(`listen ${channel}`);
      // Whatever was announced while this process did not listen.
      for (const change of changes) this.#count(change);
      while (!over.aborted) {
        await pause(this.#clock, paces.store.listeningCheckedMs, over);
        if (!over.aborted) await client.query(`listen ${channel}`);
      }
    } finally {
      this.#client = undefined;
      void client.end().catch(() => undefined);
    }
  }

  /** Notifies the other replicas; many changes at once are sent in one notice. */
  tell(change: Change): void {
    this.#unsent.add(change);
    if (!this.#sending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    for (const change of this.#unsent) {
      this.#unsent.delete(change);
      await send(this.#db, this.#id, change).catch(() => undefined);
    }
    this.#sending = false;
  }

  stop(): void {
    this.#stopped.abort();
    void this.#client?.end().catch(() => undefined);
  }
}

/** Connects the counters of this process with those of the other replicas on a shared database, until it is stopped. */
export function exchangeChanges(db: Database, databaseUrl: string): void {
  const notices = new ChangeNotices(db);
  tellChangesBy((change) => notices.tell(change));
  void notices.listen(databaseUrl);
  onShutdown(() => notices.stop());
}
