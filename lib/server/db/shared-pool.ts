// The connections to a shared PostgreSQL, which may go away and come back at any time: it is restarted, fails over to
// another server, freezes, or the network between is cut. A connection that breaks never ends the process; whoever needs
// the store meanwhile gets StoreUnavailable at once, and one attempt at a time finds out that it is back.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { type Clock, systemClock } from "../../clock.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { limitingStatements, type ServerLimits } from "./limited-dialect.ts";
import { storableText } from "./storable-text.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

const unavailable = (cause: unknown) => new StoreUnavailable(undefined, cause);

/**
 * Classes of SQLSTATE that mean that the server cannot work now, not that a statement is wrong: connection exceptions,
 * insufficient resources, operator intervention, system errors; 25006 is a standby that takes no writes, 25P03 and 25P04
 * are transactions that the server has ended with their connection
 * (www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const unableStates = /^(08|53|57|58|25006|25P0[34])/;

/** Whether a failed statement says that the server or the connection is gone. A statement that was cancelled or is
 *  wrong has a SQLSTATE of its own; an error without one is the driver's, about the connection. */
const isLost = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || (unableStates.test(error.code ?? "") && error.code !== "57014");

/** Whether a connection was refused although the server may be well: it answered, for example that it has too many
 *  connections, or all connections of this process were in use (pg-pool has no code for that). */
const isAnswer = (error: unknown) =>
  error instanceof pg.DatabaseError ||
  (error instanceof Error && error.message === "timeout exceeded when trying to connect");

/** A check whether the server answers at all, over a connection of its own; rejects when it does not. */
async function probe(options: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...options, query_timeout: deadlines.store.connectMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The server's limits of the dashboard's statements and transactions. */
export const usualLimits: ServerLimits = {
  statementMs: deadlines.store.abandonedQueryMs,
  idleTransactionMs: deadlines.store.idleTransactionMs,
};

/**
 * Lets the server end what a process has left that is frozen, or whose machine is gone: it would go on holding locks that
 * every other replica waits for. As statements, since a connection pooler refuses unknown parameters of a connection.
 */
async function limitWhatIsLeft(client: pg.ClientBase): Promise<void> {
  await client.query(
    `${limitingStatements(usualLimits, "session")};
     set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`,
  );
}

const storable = (parameter: unknown): unknown =>
  typeof parameter === "string" ? storableText(parameter) : parameter;

/** A connection until it is released. One whose server is lost runs nothing more, also no rollback, and is closed. */
class SharedConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #answered: <T>(result: Promise<T>) => Promise<T>;
  #lost: unknown;

  constructor(client: pg.PoolClient, answered: <T>(result: Promise<T>) => Promise<T>) {
    this.#client = client;
    this.#answered = answered;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new Error("Rows of the shared database are not streamed.");
    return this.#run(text, parameters);
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#lost !== undefined) throw unavailable(this.#lost);
    try {
      return await this.#answered(this.#client.query(text, parameters.map(storable)));
    } catch (error) {
      if (!isLost(error)) throw error;
      this.#lost = error;
      throw unavailable(error);
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#lost !== undefined);
  }
}

export class SharedPool implements PostgresPool {
  readonly options: pg.PoolConfig;
  readonly #clock: Clock;
  readonly #report: (message: string) => void;
  #pool: pg.Pool;
  /** Since the server does not answer: when it is tried again, by the monotonic clock, and whether it is now. */
  #down: { tryAgainMs: number; trying: boolean } | undefined;
  #probing = false;
  /** Rejects the statements that wait for an answer. */
  readonly #waiting = new Set<(error: unknown) => void>();

  constructor(
    options: pg.PoolConfig,
    clock: Clock = systemClock,
    report: (message: string) => void = console.error,
  ) {
    this.options = options;
    this.#clock = clock;
    this.#report = report;
    this.#pool = this.#open();
  }

  #open(): pg.Pool {
    const pool = new pg.Pool({
      connectionTimeoutMillis: deadlines.store.connectMs,
      onConnect: limitWhatIsLeft,
      ...this.options,
    });
    // Without these listeners a connection that breaks ends the process, whether it is idle or in use. Whoever uses it
    // gets the error from the statement.
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  }

  /** A connection of its own until it is released; throws StoreUnavailable. */
  async connect(): Promise<PostgresPoolClient> {
    const down = this.#down;
    if (down !== undefined) {
      if (down.trying || this.#clock.monotonicMs() < down.tryAgainMs) throw unavailable(undefined);
      down.trying = true;
    }
    const pool = this.#pool;
    try {
      const client = await pool.connect();
      if (pool === this.#pool) this.#isBack();
      return new SharedConnection(client, (result) => this.#answered(result));
    } catch (error) {
      if (pool === this.#pool && !isAnswer(error)) this.#isGone(error);
      else if (down !== undefined) down.trying = false;
      throw unavailable(error);
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  #isBack(): void {
    if (this.#down === undefined) return;
    this.#down = undefined;
    this.#report("store: the database answers again");
  }

  /** Notes that the server does not answer. The connections go with it, also those whose end nobody would notice. */
  #isGone(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.#down === undefined) this.#report(`store: the database does not answer: ${message}`);
    this.#down = { tryAgainMs: this.#clock.monotonicMs() + paces.store.tryAgainMs, trying: false };
    const old = this.#pool;
    this.#pool = this.#open();
    void old.end().catch(() => undefined);
    for (const reject of [...this.#waiting]) reject(error);
  }

  /** A statement takes long: finds out whether the server still answers. */
  async #check(): Promise<void> {
    if (this.#probing || this.#down !== undefined) return;
    this.#probing = true;
    try {
      await probe({ ...this.options, connectionTimeoutMillis: deadlines.store.connectMs });
    } catch (error) {
      if (!isAnswer(error) && this.#down === undefined) this.#isGone(error);
    } finally {
      this.#probing = false;
    }
  }

  /** The result of a statement; rejects when the server is found gone before it comes. */
  #answered<T>(result: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.add(reject);
    const cancel = this.#clock.later(deadlines.store.slowQueryMs, () => void this.#check());
    result.then(resolve, reject).finally(() => {
      cancel();
      this.#waiting.delete(reject);
    });
    return promise;
  }
}
