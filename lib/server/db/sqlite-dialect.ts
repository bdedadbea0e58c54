// SQLite for a file that several processes use: their transactions wait for each other. The library blocks the process
// while a statement runs, so a statement that meets a lock of another process fails at once and is repeated after a
// pause in which the process works on.
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import { systemClock } from "../../clock.ts";
import { deadlines } from "../kernel/paces.ts";
import { storeFailureOf } from "./store-failure.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

type File = InstanceType<typeof Sqlite>;

/** Pauses between attempts: short at first, because another replica's transaction takes a few milliseconds. */
const pauseMs = (attempt: number) => Math.min(50, 2 ** attempt);

const codeOf = (error: unknown) => (error instanceof Sqlite.SqliteError ? error.code : "");

/** SQLITE_BUSY_SNAPSHOT is not repeated: the transaction read what has changed since. */
const isLocked = (error: unknown) => /^SQLITE_BUSY(?!_SNAPSHOT)/.test(codeOf(error));

const asUnavailable = (error: unknown): unknown =>
  storeFailureOf(error) === undefined ? error : new StoreUnavailable(undefined, error);

type Statement = Sqlite.Statement<unknown[], unknown>;

const mostStatements = 300;
/** A longer one writes many rows at once; its text depends on their number. */
const longestKept = 20_000;
/** These leave the columns of tables as they are. */
const keepsColumns = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;

/** Prepared statements by their text, those used last at the end: to prepare one may take longer than to run it. */
class Statements {
  readonly #file: File;
  readonly #kept = new Map<string, Statement>();

  constructor(file: File) {
    this.#file = file;
  }

  prepared(sql: string): Statement {
    const kept = this.#kept.get(sql);
    const statement = kept ?? this.#file.prepare(sql);
    if (kept === undefined && !keepsColumns.test(sql)) {
      this.#kept.clear();
      return statement;
    }
    if (sql.length > longestKept) return statement;
    this.#kept.delete(sql);
    this.#kept.set(sql, statement);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostStatements && oldest !== undefined) this.#kept.delete(oldest);
    return statement;
  }
}

/** The one open transaction of a file: everything else waits for its end. */
interface Turns {
  ended?: Promise<void> | undefined;
}

/** A user of the file. Outside of a transaction others get their turn between its statements, and while it waits. */
class FileConnection implements DatabaseConnection {
  readonly #file: File;
  readonly #statements: Statements;
  readonly #turns: Turns;
  #endTurn: (() => void) | undefined;

  constructor(file: File, statements: Statements, turns: Turns) {
    this.#file = file;
    this.#statements = statements;
    this.#turns = turns;
  }

  /** A transaction that reads first and then writes fails at once when another process wrote in between. So each one
   *  takes the write lock when it begins: all transactions here write. */
  async begin(): Promise<void> {
    await this.#repeated(() => {
      this.#run(CompiledQuery.raw("begin immediate"));
      const turn = Promise.withResolvers<void>();
      this.#turns.ended = turn.promise;
      this.#endTurn = turn.resolve;
    });
  }

  async end(verb: "commit" | "rollback"): Promise<void> {
    try {
      // SQLite has rolled back by itself after some errors.
      if (verb === "commit" || this.#file.inTransaction) await this.executeQuery(CompiledQuery.raw(verb));
    } finally {
      if (!this.#file.inTransaction) {
        this.#turns.ended = undefined;
        this.#endTurn?.();
        this.#endTurn = undefined;
      }
    }
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#repeated(() => this.#run<Row>(query));
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Rows of the embedded file are not streamed.");
  }

  /** Runs a statement, again as long as another process locks the file; throws StoreUnavailable when that lasts. */
  async #repeated<T>(statement: () => T): Promise<T> {
    const untilMs = systemClock.monotonicMs() + deadlines.store.fileBusyMs;
    for (let attempt = 0; ; attempt += 1) {
      while (this.#endTurn === undefined && this.#turns.ended !== undefined) await this.#turns.ended;
      try {
        return statement();
      } catch (error) {
        if (!isLocked(error) || systemClock.monotonicMs() >= untilMs) throw asUnavailable(error);
        await setTimeout(pauseMs(attempt));
      }
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#statements.prepared(sql);
    // The caller's type for what it selects, as the library's own declaration of a statement has it.
    if (statement.reader) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
  }
}

class FileDriver implements Driver {
  readonly #file: File;
  readonly #statements: Statements;
  readonly #turns: Turns = {};

  constructor(file: File) {
    this.#file = file;
    this.#statements = new Statements(file);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<FileConnection> {
    return new FileConnection(this.#file, this.#statements, this.#turns);
  }

  beginTransaction = (connection: FileConnection): Promise<void> => connection.begin();
  commitTransaction = (connection: FileConnection): Promise<void> => connection.end("commit");
  rollbackTransaction = (connection: FileConnection): Promise<void> => connection.end("rollback");

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#file.close();
  }
}

class FileAdapter extends SqliteAdapter {
  /** Migrations run in a transaction too, so that processes that start at the same moment do not repeat them. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver decides who waits for whom. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** The dialect of an open file whose busy timeout is 0. */
export class EmbeddedSqliteDialect extends SqliteDialect {
  readonly #file: File;

  constructor(file: File) {
    super({ database: file });
    this.#file = file;
  }

  override createDriver(): Driver {
    return new FileDriver(this.#file);
  }

  override createAdapter(): DialectAdapter {
    return new FileAdapter();
  }
}
