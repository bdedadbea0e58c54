// Replicas on one PostgreSQL tell each other what they changed.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { announceChange, ChangeNotices } from "../../lib/server/db/change-notices.ts";
import { type Database, openStore } from "../../lib/server/db/database.ts";
import { type Change, changes } from "../../lib/server/kernel/changes.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

describe.skipIf(!hasPostgres)("changes that replicas tell each other", () => {
  let postgres: Postgres;
  let databaseUrl = "";
  let db: Database;
  const replicas: { notices: ChangeNotices; received: Change[] }[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.database();
    db = await openStore({ dataDir: "unused", databaseUrl });
  });
  afterAll(async () => {
    await db?.destroy();
    await postgres?.stop();
  });

  beforeEach(async () => {
    for (let at = 0; at < 2; at += 1) {
      const received: Change[] = [];
      const notices = new ChangeNotices(db, (change) => received.push(change));
      void notices.listen(databaseUrl);
      replicas.push({ notices, received });
    }
    // One that begins to listen takes everything for changed.
    await waitUntil("both listen", () =>
      replicas.every(({ received }) => received.length === changes.length),
    );
    for (const { received } of replicas) received.length = 0;
  });
  afterEach(() => {
    for (const { notices } of replicas.splice(0)) notices.stop();
  });

  const both = () => {
    const [one, other] = replicas;
    if (one === undefined || other === undefined) throw new Error("two replicas were not started");
    return { one, other };
  };
  /** The connections that listen. */
  const listeners = sql<{ pid: number }>`select pid from pg_stat_activity where query like 'listen %'`;

  it("reach the others, and not the one that made them", async () => {
    const { one, other } = both();
    one.notices.tell("reads");
    await waitUntil("the other received it", () => other.received.length > 0);
    other.notices.tell("access");
    await waitUntil("the one received it", () => one.received.length > 0);
    expect([one.received, other.received]).toEqual([["access"], ["reads"]]);
  });

  it("reach all from a command line", async () => {
    const { one, other } = both();
    await announceChange(db, "access");
    await waitUntil("both received it", () => one.received.length > 0 && other.received.length > 0);
    expect([one.received, other.received]).toEqual([["access"], ["access"]]);
  });

  it("are told together when there are many", async () => {
    const { one, other } = both();
    for (let at = 0; at < 200; at += 1) one.notices.tell("reads");
    one.notices.tell("access");
    await waitUntil("the last was received", () => other.received.includes("access"));
    expect(other.received.length).toBeLessThan(10);
  });

  it("are all taken for made when the connection was lost meanwhile", async () => {
    const { one, other } = both();
    // Those of the test before may still be there.
    const { rows } = await waitFor(
      "there are two listeners",
      () => listeners.execute(db),
      ({ rows: found }) => found.length === 2,
    );
    for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(db);
    await waitUntil("both listen again", () =>
      replicas.every(({ received }) => received.length === changes.length),
    );
    one.notices.tell("reads");
    await waitUntil("it is received again", () => other.received.length > changes.length);
    expect(other.received).toEqual([...changes, "reads"]);
  });

  it("are told to nobody by one that has stopped", async () => {
    const { one } = both();
    one.notices.stop();
    await waitFor(
      "it no longer listens",
      () => listeners.execute(db),
      ({ rows }) => rows.length === 1,
    );
    await announceChange(db, "reads");
    expect(one.received).toEqual([]);
  });
});
