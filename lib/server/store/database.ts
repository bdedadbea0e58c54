// The dashboard's database: an embedded file, or a shared PostgreSQL. One connection (pool) per process; whoever
// starts the process opens it, everyone else asks `database()`.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { makeFolder } from "../make-folder.ts";
import { deadlines } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { migrations } from "./migrations.ts";
import { TurnsDialect } from "./sqlite-dialect.ts";
import type { Dialect, Tables } from "./tables.ts";

export type Database = Kysely<Tables>;

/** Thrown when the store cannot be opened; the message is one line that says what to do. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

export interface StoreLocation {
  dataDir: string;
  databaseUrl?: string | undefined;
}

// By identity, not by class: the framework's bundles carry a copy of the query builder of their own.
const dialects = () => perProcess("store-dialects", () => new WeakMap<Database, Dialect>());

/** Which database an opened store is. */
export const dialectOf = (db: Database): Dialect => dialects().get(db) ?? "sqlite";

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown reason";

function openFile(dataDir: string): Database {
  try {
    makeFolder(dataDir);
    const path = join(dataDir, "fleetdeck.db");
    const file = new Sqlite(path, { timeout: deadlines.store.fileBusyMs });
    chmodSync(path, 0o600);
    // FULL: an audit row that was acknowledged survives a power cut.
    for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"])
      file.pragma(pragma);
    // Its own knows the letters of ASCII only; PostgreSQL's knows them all.
    file.function("lower", { deterministic: true }, (text) =>
      typeof text === "string" ? text.toLowerCase() : text,
    );
    return new Kysely<Tables>({ dialect: new TurnsDialect({ database: file }) });
  } catch (error) {
    throw new StoreUnavailable(
      `DATA_DIR cannot be used: ${firstLine(error)}. Give a folder this user may write to, with room on its disk.`,
    );
  }
}

function openShared(databaseUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: deadlines.store.connectMs,
    query_timeout: deadlines.store.queryMs,
    types: {
      // Epoch milliseconds fit a double exactly; as text they would sort and compare wrongly.
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that breaks must not end the process; the next query reports it.
  pool.on("error", (error) => console.error(`store: an idle connection broke: ${error.message}`));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Opens the store and brings its schema up to date; throws StoreUnavailable. */
export async function openStore(location: StoreLocation): Promise<Database> {
  const dialect: Dialect = location.databaseUrl === undefined ? "sqlite" : "postgres";
  const db =
    location.databaseUrl === undefined ? openFile(location.dataDir) : openShared(location.databaseUrl);
  dialects().set(db, dialect);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(dialect) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    const where = dialect === "sqlite" ? "DATA_DIR" : "DATABASE_URL";
    throw new StoreUnavailable(`${where} cannot be used: ${firstLine(error)}`);
  }
  return db;
}

const kept = () => perProcess("database", (): { db?: Database } => ({}));

/** Makes this the process's store. */
export function keepStore(db: Database): void {
  kept().db = db;
}

/** The process's store; throws StoreUnavailable before it is opened or after it is closed. */
export function database(): Database {
  const { db } = kept();
  if (db === undefined) throw new StoreUnavailable("The store is not open.");
  return db;
}

/** Closes the process's store; later calls of `database` throw. */
export async function closeStore(): Promise<void> {
  const state = kept();
  const { db } = state;
  delete state.db;
  await db?.destroy();
}
