// A PostgreSQL that goes away under an open store and comes back: the process lives on, whoever needs the store gets a
// clear error soon, and it works again without being opened again.
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appendAudit } from "../../lib/server/audit/audit-chain.ts";
import { type Database, openStore } from "../../lib/server/db/database.ts";
import { StoreUnavailable } from "../../lib/server/db/store-unavailable.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";
import { waitFor } from "../support/wait-until.ts";

describe.skipIf(!hasPostgres)("a shared database that is lost", () => {
  let postgres: Postgres;
  let databaseUrl = "";
  let db: Database;
  let acts = 0;

  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.database();
    db = await openStore({ dataDir: "unused", databaseUrl });
  });
  afterAll(async () => {
    await db?.destroy();
    await postgres?.stop();
  });
  // All connections of the store are open, so that all of them break.
  beforeEach(async () => {
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db)));
  });

  const act = () => {
    acts += 1;
    const fact = { actor: "ada", role: "admin", ip: "::1", action: "flushPool", phase: "event" } as const;
    return appendAudit(db, { ...fact, requestId: `r${acts}` }, acts);
  };
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => (error instanceof StoreUnavailable ? error.code : String(error)),
    );
  const outcomes = () => Promise.all(Array.from({ length: 20 }, () => outcome(act())));
  /** Every act that was acknowledged is stored once, and in order. */
  const expectWhole = async () => {
    await waitFor(
      "it works again",
      () => outcome(act()),
      (is) => is === "done",
    );
    expect(await firstBrokenRow(db)).toBeUndefined();
    const rows = await db.selectFrom("audit").select("request_id").execute();
    expect(new Set(rows.map((row) => row.request_id)).size).toBe(rows.length);
  };

  it("works on when its connections are ended, idle and in the middle of transactions", async () => {
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    const others = "from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()";
    const open = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await other.query(`select pg_terminate_backend(pid) ${others}`);
      // A connection says its end while no statement waits for it.
      await expect.poll(async () => (await other.query(`select pid ${others}`)).rows).toEqual([]);
      await sql`select 1`.execute(trx);
    });
    expect(await outcome(open)).toBe("store_unavailable");
    await other.end();
    await expectWhole();
  });

  it.each(["SIGKILL", "SIGINT"] as const)(
    "is refused without it, and works once it is back after %s",
    async (signal) => {
      const acting = outcomes();
      await postgres.kill(signal);
      for (const each of await acting) expect(["done", "store_unavailable"]).toContain(each);
      expect(await outcomes()).toEqual(Array.from({ length: 20 }, () => "store_unavailable"));
      await postgres.start();
      await expectWhole();
    },
  );

  it("is refused while it is frozen, soon after the first statements, and works once it goes on", async () => {
    postgres.signalAll("SIGSTOP");
    try {
      const sleeping = outcome(sql`select 1`.execute(db));
      expect(await outcomes()).toEqual(Array.from({ length: 20 }, () => "store_unavailable"));
      expect(await sleeping).toBe("store_unavailable");
      // None of these waits: the store is known to be gone.
      expect(new Set(await outcomes())).toEqual(new Set(["store_unavailable"]));
    } finally {
      postgres.signalAll("SIGCONT");
    }
    await expectWhole();
  });

  it("is not taken for gone while a statement takes long", async () => {
    const slow = outcome(sql`select pg_sleep(7)`.execute(db));
    expect(await outcome(act())).toBe("done");
    expect(await slow).toBe("done");
  });
});
