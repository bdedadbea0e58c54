// The embedded file, as several programs may use it at once.

import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";

/**
 * A transaction that reads first and writes then fails at once when another program wrote in between, however long it
 * would have waited. So each one asks for its turn to write when it begins: all of ours write.
 */
class TurnsDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** Changes of the schema take a turn too: who starts at the same moment finds them made. */
class TurnsAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite whose transactions take turns with those of other processes on the same file. */
export class TurnsDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new TurnsDriver(this.#config);
  }

  override createAdapter(): DialectAdapter {
    return new TurnsAdapter();
  }
}
