// A PostgreSQL for the tests of a file, and what they have to clean up after each.
import pg from "pg";
import { afterAll, afterEach, beforeAll } from "vitest";
import { hasPostgres, type Postgres, startPostgres } from "./postgres.ts";

export type CleanUps = (() => Promise<unknown> | unknown)[];

/** Starts it before the first test, where there is one; see `startPostgres`. Call it once at the top of a file. */
export function postgresForTests(options: Parameters<typeof startPostgres>[0] = {}) {
  let started: Postgres | undefined;
  const cleanUps: CleanUps = [];
  beforeAll(async () => {
    if (hasPostgres) started = await startPostgres(options);
  });
  afterAll(async () => await started?.stop());
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  });
  const server = () => {
    if (started === undefined) throw new Error("There is no PostgreSQL here.");
    return started;
  };
  return {
    /** Called after the test, the last one first. */
    cleanUps,
    database: async () => await server().database(),
    signalAll: (signal: "SIGSTOP" | "SIGCONT") => server().signalAll(signal),
    /** A connection to a database until the end of the test. */
    async connected(databaseUrl: string): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      cleanUps.push(async () => await client.end());
      return client;
    },
  };
}
