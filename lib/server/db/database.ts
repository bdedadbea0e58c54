// The dashboard's database: an embedded SQLite file, or a shared PostgreSQL. One connection (pool) per process, opened
// at start and available as `database()`.
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator } from "kysely/migration";
import pg from "pg";
import { makeFolder, tightenFolder } from "../kernel/make-folder.ts";
import { deadlines } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { LimitedDialect, limitingStatements } from "./limited-dialect.ts";
import { isCompatible, migrations } from "./migrations.ts";
import { SharedPool, usualLimits } from "./shared-pool.ts";
import { EmbeddedSqliteDialect } from "./sqlite-dialect.ts";
import { isStoreUnavailable, StoreUnavailable } from "./store-unavailable.ts";
import type { Dialect, Tables } from "./tables.ts";

export type Database = Kysely<Tables>;

export interface StoreLocation {
  dataDir: string;
  databaseUrl?: string | undefined;
}

// By identity, not by class: each bundle of the framework has its own copy of the query builder.
const dialects = perProcess("store-dialects", () => new WeakMap<Database, Dialect>());

/** The dialect of an open store, or of a transaction of `inTransaction`. */
export const dialectOf = (db: Database): Dialect => dialects().get(db) ?? "sqlite";

/** Runs `work` in a transaction that has the dialect of its store. */
export function inTransaction<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    dialects().set(trx, dialectOf(db));
    return await work(trx);
  });
}

/** The first line of the message of an error, or of its cause when the store was unavailable. */
function firstLine(error: unknown): string {
  if (isStoreUnavailable(error) && error.cause !== undefined) return firstLine(error.cause);
  // Refused by every address of a name: the message is empty.
  if (error instanceof AggregateError && error.errors.length > 0) return firstLine(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown reason";
}

/** The embedded database in DATA_DIR. */
export const databaseFileName = "fleetdeck.db";

/** One of several replicas that start at once switches the journal: SQLite refuses the others at once, whatever their busy
 *  timeout. */
function switchToWal(file: InstanceType<typeof Sqlite>): void {
  const untilMs = performance.now() + deadlines.store.fileBusyMs;
  for (;;) {
    try {
      file.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() >= untilMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function tighten(path: string): void {
  if (existsSync(/* turbopackIgnore: true */ path)) chmodSync(/* turbopackIgnore: true */ path, 0o600);
}

function openFile(dataDir: string): Database {
  try {
    makeFolder(dataDir);
    tightenFolder(dataDir);
    const path = join(dataDir, databaseFileName);
    const file = new Sqlite(path, { timeout: deadlines.store.fileBusyMs });
    for (const suffix of ["", "-wal", "-shm"]) tighten(path + suffix);
    switchToWal(file);
    // FULL: an acknowledged audit row survives a power failure.
    for (const pragma of ["synchronous = FULL", "foreign_keys = ON"]) file.pragma(pragma);
    // SQLite's own `lower` handles ASCII only; that of PostgreSQL is in lower-case.ts.
    file.function("lower", { deterministic: true }, (text) =>
      typeof text === "string" ? text.toLowerCase() : text,
    );
    // From here on the dialect waits, without blocking the process.
    file.pragma("busy_timeout = 0");
    return new Kysely<Tables>({ dialect: new EmbeddedSqliteDialect(file) });
  } catch (error) {
    throw new StoreUnavailable(
      `DATA_DIR cannot be used: ${firstLine(error)}. Give a folder this user may write to, with room on its disk.`,
    );
  }
}

const sharedConnection = (databaseUrl: string) =>
  ({
    connectionString: databaseUrl,
    keepAlive: true,
    types: {
      // Epoch milliseconds fit a double exactly; as text they would sort and compare wrongly.
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  }) satisfies pg.PoolConfig;

function openShared(databaseUrl: string): Database {
  const pool = new SharedPool({
    ...sharedConnection(databaseUrl),
    max: 10,
    query_timeout: deadlines.store.queryMs,
  });
  return new Kysely<Tables>({ dialect: new LimitedDialect({ pool }, usualLimits) });
}

const noLimits = { statementMs: 0, idleTransactionMs: 0 };

/** Runs `work` on a shared database without the limits of usual statements: one of a migration may read a whole table. */
async function withoutQueryLimit(databaseUrl: string, work: (db: Database) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({
    ...sharedConnection(databaseUrl),
    max: 2,
    connectionTimeoutMillis: deadlines.store.connectMs,
    query_timeout: deadlines.store.migrationMs,
    // Also where the role or the database has such limits.
    onConnect: async (client) => {
      await client.query(limitingStatements(noLimits, "session"));
    },
  });
  // Whoever uses a connection that breaks gets the error from the statement.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({ dialect: new LimitedDialect({ pool }, noLimits) });
  dialects().set(db, "postgres");
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

/** The names of the migrations that a store has; none where it is empty. */
async function executedMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(
    db,
  );
  return rows.rows.map(({ name }) => name);
}

/** A store whose schema is of a version that this one cannot work with. */
class OtherVersion extends Error {}

/** Brings the schema up to date, once among replicas that start together. A later version's is left as it is, as replicas of
 *  two versions run side by side during an upgrade. */
async function migrate(db: Database, onUpdate: () => void): Promise<void> {
  const known = migrations(dialectOf(db));
  const executed = await executedMigrations(db);
  const unknown = executed.filter((name) => known[name] === undefined);
  if (unknown.length > 0) {
    const isLater = Object.keys(known).every((name) => executed.includes(name));
    if (isLater && unknown.every(isCompatible)) return;
    throw new OtherVersion(
      isLater
        ? "holds a database of a later version of Fleetdeck, which this one cannot work with. Start that version."
        : "holds a database of another version of Fleetdeck. Start that version, or move the database away to begin with an empty one.",
    );
  }
  if (executed.length < Object.keys(known).length) onUpdate();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Opens the store and brings its schema up to date, `onUpdate` is called before that; throws StoreUnavailable. */
export async function openStore(location: StoreLocation, onUpdate = () => {}): Promise<Database> {
  const { dataDir, databaseUrl } = location;
  const dialect: Dialect = databaseUrl === undefined ? "sqlite" : "postgres";
  const db = databaseUrl === undefined ? openFile(dataDir) : openShared(databaseUrl);
  dialects().set(db, dialect);
  try {
    if (databaseUrl === undefined) await migrate(db, onUpdate);
    else await withoutQueryLimit(databaseUrl, async (unlimited) => await migrate(unlimited, onUpdate));
  } catch (error) {
    await db.destroy();
    const where = dialect === "sqlite" ? "DATA_DIR" : "DATABASE_URL";
    throw new StoreUnavailable(
      error instanceof OtherVersion
        ? `${where} ${error.message}`
        : `${where} cannot be used: ${firstLine(error)}`,
    );
  }
  return db;
}

const holder = perProcess("database", (): { db?: Database } => ({}));

/** Sets the process's store. */
export function setDatabase(db: Database): void {
  holder().db = db;
}

/** The process's store; throws StoreUnavailable before it is opened or after it is closed. */
export function database(): Database {
  const { db } = holder();
  if (db === undefined) throw new StoreUnavailable("The store is not open.");
  return db;
}

/** Closes the process's store; later calls of `database` throw. */
export async function closeStore(): Promise<void> {
  const { db } = holder();
  delete holder().db;
  await db?.destroy();
}
