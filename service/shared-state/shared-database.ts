// The database that services share: connections to it, its tables, and the lock and the row of the service that works.
import pg from "pg";

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

export interface LeaderRow {
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

/** A connection whose errors are noticed by its next use. */
export async function connect(databaseUrl: string): Promise<pg.Client> {
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

/** Undefined before the first service has worked. */
export const readLeader = async (client: pg.Client): Promise<LeaderRow | undefined> =>
  (await client.query<LeaderRow>(`SELECT ${leaderColumns} FROM fleetdeck_service.leader`)).rows[0];

/**
 * What is another text after each sign of life of the service that works: its row, which is renewed with each transaction,
 * and when its connection was last used, also within a long one.
 */
export async function readPulse(client: pg.Client, row: LeaderRow | undefined): Promise<string> {
  const { rows } = await client.query(
    `SELECT pid, state_change::text FROM pg_stat_activity WHERE pid IN (${holderLock})`,
    [...lockKeys],
  );
  return JSON.stringify([row, rows]);
}

/** Takes the lock for this connection; false while another one has it. */
export async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS taken", [
    ...lockKeys,
  ]);
  return rows[0]?.taken === true;
}

/** Ends the connection that holds the lock although its service does not use it: it is frozen or cut off. */
export async function endHolder(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM (${holderLock}) AS holder WHERE pid <> pg_backend_pid()`,
    [...lockKeys],
  );
}

/** The tables, made by one of several services that start at once. */
export async function makeTables(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1, $2)", [lockKeys[0], 2]);
  try {
    await client.query(tables);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1, $2)", [lockKeys[0], 2]);
  }
}

/** Begins the term of a service that has taken the lock. */
export async function beginTerm(
  client: pg.Client,
  { holder, address }: Pick<LeaderRow, "holder" | "address">,
): Promise<LeaderRow | undefined> {
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

/** Counts a transaction of this term and returns how many there were; undefined when another term has begun. */
export async function countWrite(client: pg.Client, term: string): Promise<bigint | undefined> {
  const { rows } = await client.query<Pick<LeaderRow, "writes">>(
    `UPDATE fleetdeck_service.leader SET renewed_at = clock_timestamp(), writes = writes + 1 WHERE term = $1
     RETURNING writes`,
    [term],
  );
  const [row] = rows;
  return row && BigInt(row.writes);
}

/** Lets another service begin the next term at once. */
export async function releaseTerm(client: pg.Client, term: string): Promise<void> {
  await client.query("UPDATE fleetdeck_service.leader SET released = true WHERE term = $1", [term]);
}

/** Stores that the database has a complete state. */
export async function markFilled(client: pg.Client): Promise<void> {
  await client.query("UPDATE fleetdeck_service.leader SET filled = true");
}

/** Throws on a connection to a server that takes no writes, such as an earlier primary to which the address still leads. */
export async function requireWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ refused: boolean }>(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS refused",
  );
  if (rows[0]?.refused !== false) throw new Error("it takes no writes");
}

/** SQLSTATEs of a server that shuts down, has ended the connection with its transaction, or takes no writes (25006). */
const uselessStates = /^(57P|25006|25P0[34])/;

/** Whether the database has refused a statement on a connection that stands, such as for want of room. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !uselessStates.test(error.code);
