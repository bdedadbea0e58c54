// Decides which of several services on one PostgreSQL works: the one whose connection holds an advisory lock. Everything
// is written through that connection, so a service that has lost the lock cannot write. The others wait until its holder
// has not used the connection for a while, or has released the lock. A holder without anything to write renews its row.
import pg from "pg";
import { pause } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import type { SharedStatePaces } from "../kernel/paces.ts";
import { whenChanged } from "../kernel/without-repeats.ts";

/** The numbers of the advisory lock; arbitrary, but the same in every version. */
const lockKeys = [0x666c6474, 1] as const;
const connectWithinMs = 5_000;
/** A statement that takes longer is one whose connection is dead. */
const answerWithinMs = 10_000;

const tables = `
  CREATE SCHEMA IF NOT EXISTS fleetdeck_service;
  CREATE TABLE IF NOT EXISTS fleetdeck_service.leader (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    term bigint NOT NULL,
    holder text NOT NULL,
    address text NOT NULL,
    renewed_at timestamptz NOT NULL,
    released boolean NOT NULL,
    filled boolean NOT NULL
  );
  CREATE TABLE IF NOT EXISTS fleetdeck_service.rows (
    name text NOT NULL,
    id bigint NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (name, id)
  );
  CREATE TABLE IF NOT EXISTS fleetdeck_service.files (path text PRIMARY KEY, content bytea NOT NULL);
  CREATE TABLE IF NOT EXISTS fleetdeck_service.file_parts (
    path text NOT NULL,
    part integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (path, part)
  );
  DO $$ BEGIN
    -- Also an ALTER TABLE that has nothing to do waits for all that read the table.
    IF NOT EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = 'fleetdeck_service.leader'::regclass AND attname = 'writes'
    ) THEN
      ALTER TABLE fleetdeck_service.leader ADD COLUMN writes bigint NOT NULL DEFAULT 0;
    END IF;
  END $$;
`;

interface LeaderRow {
  term: string;
  holder: string;
  address: string;
  renewed: string;
  released: boolean;
  filled: boolean;
  /** Transactions so far. */
  writes: string;
}

/** The advisory lock of who works, with `lockKeys` as $1 and $2. */
const holderLock = `
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
`;

/** Thrown when another service has taken over: this one must end. */
export class LeadershipLost extends Error {
  override readonly name = "LeadershipLost";
}

/** Thrown by what runs in a transaction when the database is not to blame: it is not run again. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed";
}

export interface LeadershipOptions {
  /** `postgres://user:password@host:port/database`. */
  databaseUrl: string;
  /** Names this service for operators, such as its host and process id. */
  holder: string;
  /** Where other services reach this one. */
  address: string;
  paces: SharedStatePaces;
  /** Called with the service that works, whenever that is another one while this one waits. */
  onStandby?: (leader: { holder: string; address: string }) => void;
  /** Called once, with the name of the service that has taken over. */
  onLost: (holder: string) => void;
  /** Receives errors of the database that are tried again. */
  warn: (message: string) => void;
}

/** A connection whose errors are noticed by its next use. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: "fleetdeck-service",
  });
  client.on("error", () => {});
  await client.connect();
  // A holder whose machine is gone is noticed by the database as well.
  await client.query(
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 2",
  );
  return client;
}

const leaderColumns = "term, holder, address, renewed_at::text AS renewed, released, filled, writes";

const readLeader = async (client: pg.Client): Promise<LeaderRow | undefined> =>
  (await client.query<LeaderRow>(`SELECT ${leaderColumns} FROM fleetdeck_service.leader`)).rows[0];

/**
 * What is another text after each sign of life of the service that works: its row, which is renewed with each transaction,
 * and when its connection was last used, also within a long one.
 */
async function readPulse(client: pg.Client, row: LeaderRow | undefined): Promise<string> {
  const { rows } = await client.query(
    `SELECT pid, state_change::text FROM pg_stat_activity WHERE pid IN (${holderLock})`,
    [...lockKeys],
  );
  return JSON.stringify([row, rows]);
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS taken", [
    ...lockKeys,
  ]);
  return rows[0]?.taken === true;
}

/** Ends the connection that holds the lock although its service does not use it: it is frozen or cut off. */
async function endHolder(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM (${holderLock}) AS holder WHERE pid <> pg_backend_pid()`,
    [...lockKeys],
  );
}

/** The tables, made by one of several services that start at once. */
async function makeTables(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1, $2)", [lockKeys[0], 2]);
  try {
    await client.query(tables);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1, $2)", [lockKeys[0], 2]);
  }
}

/** Waits for its turn on a connection of its own; undefined when `signal` aborts. */
async function win(
  client: pg.Client,
  { holder, address, paces, onStandby }: LeadershipOptions,
  signal: AbortSignal,
): Promise<LeaderRow | undefined> {
  await makeTables(client);
  let waitsFor: string | undefined;
  let seen: { pulse: string; sinceMs: number } | undefined;
  let readMs = performance.now();
  while (!signal.aborted) {
    const found = await readLeader(client);
    const pulse = await readPulse(client, found);
    const nowMs = performance.now();
    // After a pause of this service, which is no silence of the other one, counting begins anew.
    const wasAway = nowMs - readMs >= paces.lostAfterMs / 2;
    readMs = nowMs;
    if (seen?.pulse !== pulse || wasAway) seen = { pulse, sinceMs: nowMs };
    const isSilent = nowMs - seen.sinceMs >= paces.lostAfterMs;
    if (found === undefined || found.released || isSilent) {
      if (await tryLock(client)) {
        const { rows } = await client.query<LeaderRow>(
          `INSERT INTO fleetdeck_service.leader (term, holder, address, renewed_at, released, filled)
           VALUES (1, $1, $2, clock_timestamp(), false, false)
           ON CONFLICT (single) DO UPDATE
           SET term = leader.term + 1, holder = $1, address = $2, renewed_at = clock_timestamp(), released = false
           RETURNING ${leaderColumns}`,
          [holder, address],
        );
        return rows[0];
      }
      if (isSilent) await endHolder(client);
    }
    if (found !== undefined && found.term !== waitsFor) onStandby?.(found);
    waitsFor = found?.term;
    await pause(paces.retryMs, signal);
  }
  return undefined;
}

/** Throws on a connection to a server that takes no writes, such as an earlier primary to which the address still leads. */
async function requireWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ refused: boolean }>(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS refused",
  );
  if (rows[0]?.refused !== false) throw new Error("it takes no writes");
}

/** SQLSTATEs of a server that shuts down, has ended the connection with its transaction, or takes no writes (25006). */
const uselessStates = /^(57P|25006|25P0[34])/;

/** Whether something failed on a connection that stands, such as for want of room. */
const isRefusal = (error: unknown) =>
  error instanceof WorkFailed ||
  (error instanceof pg.DatabaseError && error.code !== undefined && !uselessStates.test(error.code));

/** The right to work, held until it is released or lost. */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #term: string;
  #client: pg.Client | undefined;
  #lost: LeadershipLost | undefined;
  #isReleased = false;
  /** Transactions that the database has confirmed. */
  #confirmed: bigint;
  #onSetBack = () => {};
  #last: Promise<unknown> = Promise.resolve();
  readonly #beat: NodeJS.Timeout;

  /** Grows with each service that takes over; digits. */
  get term(): string {
    return this.#term;
  }

  /** Whether the database holds the state of an earlier service. */
  readonly isFilled: boolean;

  private constructor(options: LeadershipOptions, client: pg.Client, row: LeaderRow) {
    this.#options = options;
    this.#term = row.term;
    this.isFilled = row.filled;
    this.#confirmed = BigInt(row.writes);
    this.#adopt(client);
    let isRenewing = false;
    this.#beat = setInterval(() => {
      // While the database is away there is one that waits.
      if (isRenewing) return;
      isRenewing = true;
      this.write(async () => {})
        .catch(() => {})
        .finally(() => {
          isRenewing = false;
        });
    }, options.paces.renewMs);
  }

  /** Resolves when this service is the one that works; undefined when `signal` aborts before. */
  static async win(options: LeadershipOptions, signal: AbortSignal): Promise<Leadership | undefined> {
    const warn = whenChanged(options.warn);
    while (!signal.aborted) {
      let client: pg.Client | undefined;
      try {
        client = await connect(options.databaseUrl);
        const row = await win(client, options, signal);
        if (row !== undefined) return new Leadership(options, client, row);
        await client.end();
      } catch (error) {
        await client?.end().catch(() => {});
        warn(`the database of SERVICE_DATABASE_URL cannot be used yet: ${messageOf(error)}`);
        await pause(options.paces.retryMs, signal);
      }
    }
    return undefined;
  }

  /**
   * Runs `work` in a transaction that also renews the lock's row, one after another. When the connection breaks it is
   * run again on the next one, so it must be repeatable, and fail by its queries or with WorkFailed. Throws LeadershipLost,
   * WorkFailed, and what the database refuses.
   */
  async write(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const current = this.#last.then(async () => await this.#attempt(work));
    this.#last = current.catch(() => {});
    await current;
  }

  /** Calls `listener` whenever the database no longer has all that it had confirmed: everything must be stored again. */
  onSetBack(listener: () => void): void {
    this.#onSetBack = listener;
  }

  /** Lets another service take over at once. */
  async release(): Promise<void> {
    clearInterval(this.#beat);
    if (this.#isReleased) return;
    this.#isReleased = true;
    await this.#last;
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    try {
      await client.query("UPDATE fleetdeck_service.leader SET released = true WHERE term = $1", [this.#term]);
    } finally {
      await client.end();
    }
  }

  async #attempt(work: (client: pg.Client) => Promise<void>): Promise<void> {
    for (;;) {
      const client = await this.#connection();
      try {
        await client.query("BEGIN");
        await work(client);
        const { rows } = await client.query<{ writes: string }>(
          `UPDATE fleetdeck_service.leader SET renewed_at = clock_timestamp(), writes = writes + 1 WHERE term = $1
           RETURNING writes`,
          [this.#term],
        );
        const [row] = rows;
        // The next connection finds out who has taken over.
        if (row === undefined) throw new Error("another service has taken over");
        await client.query("COMMIT");
        this.#confirmed = BigInt(row.writes);
        return;
      } catch (error) {
        if (this.#client === client && isRefusal(error)) {
          await client.query("ROLLBACK").catch(() => {});
          throw error;
        }
        if (this.#client === client) this.#client = undefined;
        client.end().catch(() => {});
      }
    }
  }

  /** The connection with the lock, opened again when it is broken. */
  async #connection(): Promise<pg.Client> {
    const { databaseUrl, paces } = this.#options;
    const warn = whenChanged(this.#options.warn);
    for (;;) {
      if (this.#lost !== undefined) throw this.#lost;
      if (this.#isReleased) throw new LeadershipLost("this service has released its state");
      if (this.#client !== undefined) return this.#client;
      let client: pg.Client | undefined;
      try {
        client = await connect(databaseUrl);
        await requireWrites(client);
        // Before the term is read: with the lock it stays as it is.
        const isLocked = await tryLock(client);
        const row = await readLeader(client);
        if (row?.term !== this.#term) this.#lose(row?.holder ?? "another service");
        else if (isLocked) {
          this.#adopt(client);
          this.#compare(BigInt(row.writes));
          continue;
        }
        // The term is ours, so the lock is that of our earlier connection.
        else await endHolder(client);
        await client.end();
      } catch (error) {
        await client?.end().catch(() => {});
        warn(`the database of SERVICE_DATABASE_URL cannot be used, so changes wait: ${messageOf(error)}`);
      }
      if (this.#lost === undefined) await pause(paces.reconnectMs);
    }
  }

  /** After a failover to a replica the last transactions may be missing. */
  #compare(writes: bigint): void {
    if (writes < this.#confirmed) this.#onSetBack();
    this.#confirmed = writes;
  }

  #adopt(client: pg.Client): void {
    this.#client = client;
    for (const event of ["end", "error"] as const)
      client.once(event, () => {
        if (this.#client === client) this.#client = undefined;
      });
  }

  #lose(holder: string): void {
    clearInterval(this.#beat);
    this.#lost = new LeadershipLost(`${holder} has taken over`);
    this.#options.onLost(holder);
  }
}
