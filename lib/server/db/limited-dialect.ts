// PostgreSQL with limits that each transaction sets as it begins. What is set for a connection alone does not hold behind a
// pooler in transaction mode: there the next transaction may get another connection of the server.
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";

/** In milliseconds; 0: none. */
export interface ServerLimits {
  /** The server ends a statement after this. */
  statementMs: number;
  /** The server ends a transaction, and its connection, that sends nothing for this long. */
  idleTransactionMs: number;
}

/** The statements that set limits, of the connection or, `local`, of the transaction. */
export const limitingStatements = (
  { statementMs, idleTransactionMs }: ServerLimits,
  scope: "session" | "local",
): string =>
  `set ${scope} statement_timeout = ${statementMs}; set ${scope} idle_in_transaction_session_timeout = ${idleTransactionMs}`;

class LimitedDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(config: PostgresDialectConfig, limits: ServerLimits) {
    super(config);
    this.#begin = `begin; ${limitingStatements(limits, "local")}`;
  }

  /** In one round trip. No transaction here has an isolation level of its own. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin));
  }
}

export class LimitedDialect extends PostgresDialect {
  readonly #createDriver: () => PostgresDriver;

  constructor(config: PostgresDialectConfig, limits: ServerLimits) {
    super(config);
    this.#createDriver = () => new LimitedDriver(config, limits);
  }

  override createDriver(): PostgresDriver {
    return this.#createDriver();
  }
}
