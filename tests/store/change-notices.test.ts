// Replicas on one PostgreSQL tell each other what they changed.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { announceChange, ChangeNotices } from "../../lib/server/db/change-notices.ts";
import { type Database, openStore } from "../../lib/server/db/database.ts";
import { type Change, changes } from "../../lib/server/kernel/changes.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/postgres.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

describe.skipIf(!hasPostgres)("changes that replicas tell each other", () => {
  let postgres: Postgres;
  let databaseUrl = "";
  let db: Database;
  const replicas: { notices: ChangeNotices; heard: Change[] }[] = [];

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
      const heard: Change[] = [];
      const notices = new ChangeNotices(db, (change) => heard.push(change));
      void notices.listen(databaseUrl);
      replicas.push({ notices, heard });
    }
    // One that begins to listen takes everything for changed.
    await waitUntil("both listen", () => replicas.every(({ heard }) => heard.length === changes.length));
    for (const { heard } of replicas) heard.length = 0;
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
    await waitUntil("the other heard it", () => other.heard.length > 0);
    other.notices.tell("access");
    await waitUntil("the one heard it", () => one.heard.length > 0);
    expect([one.heard, other.heard]).toEqual([["access"], ["reads"]]);
  });

  it("reach all from a command line", async () => {
    const { one, other } = both();
    await announceChange(db, "access");
    await waitUntil("both heard it", () => one.heard.length > 0 && other.heard.length > 0);
    expect([one.heard, other.heard]).toEqual([["access"], ["access"]]);
  });

  it("are told together when there are many", async () => {
    const { one, other } = both();
    for (let at = 0; at < 200; at += 1) one.notices.tell("reads");
    one.notices.tell("access");
    await waitUntil("the last was heard", () => other.heard.includes("access"));
    expect(other.heard.length).toBeLessThan(10);
  });

  it("are all taken for made when the connection was lost meanwhile", async () => {
    const { one, other } = both();
    const { rows } = await listeners.execute(db);
    expect(rows).toHaveLength(2);
    for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(db);
    await waitUntil("both listen again", () =>
      replicas.every(({ heard }) => heard.length === changes.length),
    );
    one.notices.tell("reads");
    await waitUntil("it is heard again", () => other.heard.length > changes.length);
    expect(other.heard).toEqual([...changes, "reads"]);
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
    expect(one.heard).toEqual([]);
  });
});
