// The shared store: what holds in the embedded file holds in PostgreSQL, for replicas side by side.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { appendAudit } from "../../lib/server/audit/audit-chain.ts";
import { listAudit } from "../../lib/server/audit/list-audit.ts";
import { runAct } from "../../lib/server/audit/run-act.ts";
import { readAttempts, withAttemptsLock, writeAttempts } from "../../lib/server/auth/login-attempts.ts";
import { addUser, findUser } from "../../lib/server/auth/users.ts";
import { type Database, openStore } from "../../lib/server/db/database.ts";
import { takeLease, withLease } from "../../lib/server/db/leases.ts";
import { StoreUnavailable } from "../../lib/server/db/store-unavailable.ts";
import { upsertResources } from "../../lib/server/inventory/resource-writes.ts";
import { findNames } from "../../lib/server/inventory/resources.ts";
import { deadlines } from "../../lib/server/kernel/paces.ts";
import { readPreferences, writePreference } from "../../lib/server/operators/preferences.ts";
import { poolHistoryOf } from "../../lib/server/pools/pool-history.ts";
import { insertPoolSamples } from "../../lib/server/pools/pool-samples.ts";
import { addView, listViews } from "../../lib/server/views/views.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";

describe.skipIf(!hasPostgres)("a store shared by replicas", () => {
  let postgres: Postgres;
  let replicas: Database[] = [];
  const both = () => {
    const [one, other] = replicas;
    if (one === undefined || other === undefined) throw new Error("two replicas were not opened");
    return { one, other };
  };

  beforeAll(async () => {
    postgres = await startPostgres();
    const databaseUrl = await postgres.database();
    replicas = await Promise.all(
      ["first", "second"].map(() => openStore({ dataDir: "unused", databaseUrl })),
    );
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.destroy();
    await postgres?.stop();
  });

  it("is created once, by the first replica", async () => {
    const { one, other } = both();
    await addUser(one, { username: "ada", passwordHash: "-", role: "admin" }, 1);
    expect(await addUser(other, { username: "Ada", passwordHash: "-", role: "viewer" }, 2)).toBe(false);
    expect((await findUser(other, "ada"))?.role).toBe("admin");
  });

  it("T41 has one chain of audit rows across writers", async () => {
    const { one, other } = both();
    const fact = { actor: "ada", role: "admin", ip: "::1", action: "flushPool", phase: "intended" } as const;
    const writers = Array.from({ length: 40 }, (_, turn) =>
      appendAudit(turn % 2 === 0 ? one : other, { ...fact, requestId: `r${turn}` }, turn),
    );
    await Promise.all(writers);
    const { entries } = await listAudit(one, { limit: 100 });
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, at) => 40 - at));
    expect(await firstBrokenRow(other)).toBeUndefined();
  });

  it("T36 T54 takes a text with NUL, which PostgreSQL stores in none, without losing what comes with it", async () => {
    const { one, other } = both();
    const proxy = (id: string, name: string) =>
      ({ kind: "proxy", id, name, source: "listProxies", atMs: 1 }) as const;
    await upsertResources(one, [proxy("p1", "first"), proxy("p2", "a\0b"), proxy("p3", "third")]);
    const names = await findNames(other, "proxy", ["p1", "p2", "p3"]);
    expect([...names.values()].map(({ name }) => name).toSorted()).toEqual(["a\uFFFDb", "first", "third"]);
    expect(await findUser(other, "a\0")).toBeUndefined();
    const fact = { actor: "a\0", role: "none", ip: "::1", action: "signIn", phase: "event" } as const;
    await appendAudit(one, { ...fact, requestId: "nul", reason: "b\0", target: "c\0" }, 1);
    expect(await firstBrokenRow(other)).toBeUndefined();
  });

  it("T39 does an act once that is sent to two of them", async () => {
    const { one, other } = both();
    const once = { userId: "ada", key: "one-click", fingerprint: "f" };
    const who = { actor: "ada", role: "admin", ip: "::1", action: "flushPool" };
    let done = 0;
    const acting = [one, other].map((db, at) =>
      runAct(db, {
        event: () => ({ ...who, requestId: `once-${at}` }),
        once,
        work: async () => {
          done += 1;
          return { status: 204 };
        },
      }),
    );
    const ends = await Promise.allSettled(acting);
    expect(done).toBe(1);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { status: 409, code: "act_in_progress" },
    });
  });

  it("T19 counts failed sign-ins across replicas", async () => {
    const { one, other } = both();
    const subject = "account:ada";
    const counting = Array.from({ length: 20 }, (_, turn) =>
      withAttemptsLock(turn % 2 === 0 ? one : other, async (trx) => {
        const known = await readAttempts(trx, subject);
        const fresh = { failures: 0, first_at_ms: 1, locked_until_ms: 0, locks: 0, known: 1 };
        const next = { ...(known ?? fresh), failures: (known?.failures ?? 0) + 1 };
        await writeAttempts(trx, subject, next, turn);
      }),
    );
    await Promise.all(counting);
    expect((await readAttempts(one, subject))?.failures).toBe(20);
  });

  it("refuses to change or drop an audit row", async () => {
    const { one } = both();
    await expect(one.updateTable("audit").set({ actor: "nobody" }).execute()).rejects.toThrow("append-only");
    await expect(one.deleteFrom("audit").execute()).rejects.toThrow("append-only");
  });

  it("returns times as numbers, and a repeated sample once", async () => {
    const { one, other } = both();
    const atMs = Date.UTC(2026, 10, 21);
    const row = { pool_id: "p1", at_ms: atMs, available: null, acquired: 2, size: 5 };
    await Promise.all([insertPoolSamples(one, [row]), insertPoolSamples(other, [row])]);
    const { began_at_ms, pools } = await poolHistoryOf(other, {}, atMs + 1, 3_600_000);
    expect(began_at_ms).toBe(atMs);
    expect(pools).toEqual([
      {
        pool_id: "p1",
        samples: [
          { at_ms: atMs, available: null, available_min: null, acquired: 2, size: 5, unfilled: null },
        ],
      },
    ]);
  });

  it("shares an operator's views and preferences", async () => {
    const { one, other } = both();
    const id = (await findUser(one, "ada"))?.id ?? "";
    await addView(one, id, { name: "Mine", query: "status=failed" }, 3);
    await writePreference(one, id, "log-pane", "wrapped", 4);
    expect((await listViews(other, id)).map(({ name }) => name)).toEqual(["Mine"]);
    expect(await readPreferences(other, id)).toEqual({ "log-pane": "wrapped" });
  });

  it("is opened as long as bringing it up to date takes", async () => {
    const { one } = both();
    const limits: { queryMs: number } = deadlines.store;
    const limit = vi.spyOn(limits, "queryMs", "get").mockReturnValue(200);
    onTestFinished(() => limit.mockRestore());
    const databaseUrl = await postgres.database();
    const own = await openStore({ dataDir: "unused", databaseUrl });
    const name = new URL(databaseUrl).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set statement_timeout = 300`.execute(own);
    const { opened } = await own.transaction().execute(async (trx) => {
      await sql`lock table kysely_migration in access exclusive mode`.execute(trx);
      const opened = openStore({ dataDir: "unused", databaseUrl });
      opened.catch(() => undefined);
      const longestWait = sql<{ ms: number | null }>`
        select extract(epoch from max(clock_timestamp() - query_start)) * 1000 as ms from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%kysely_migration%'`;
      await expect
        .poll(async () => Number((await longestWait.execute(one)).rows[0]?.ms ?? 0))
        .toBeGreaterThan(3 * limits.queryMs);
      return { opened };
    });
    await (await opened).destroy();
    await own.destroy();
  });

  it("limits each transaction, as a pooler may give it the connection of another one", async () => {
    const own = await openStore({ dataDir: "unused", databaseUrl: await postgres.database() });
    onTestFinished(() => own.destroy());
    const limits = await own.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`.execute(connection);
      return await connection.transaction().execute(
        async (trx) =>
          await sql<{ name: string; setting: string }>`
            select name, setting from pg_settings
            where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
            trx,
          ),
      );
    });
    const { idleTransactionMs, abandonedQueryMs } = deadlines.store;
    expect(limits.rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: `${idleTransactionMs}` },
      { name: "statement_timeout", setting: `${abandonedQueryMs}` },
    ]);
  });

  it("waits for no replica that stops in the middle of a transaction", async () => {
    const { one, other } = both();
    const lease = await takeLease(one, { name: "work", holder: "one" });
    if (lease === undefined) throw new Error("the lease was not taken");
    const goesOn = Promise.withResolvers<void>();
    const holds = Promise.withResolvers<void>();
    const stopped = withLease(one, lease, async (trx) => {
      holds.resolve();
      await goesOn.promise;
      await trx.selectFrom("leases").selectAll().execute();
    });
    await holds.promise;
    const taken = await takeLease(other, { name: "work", holder: "other" });
    expect(taken).toMatchObject({ holder: "other", term: 2 });
    goesOn.resolve();
    await expect(stopped).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await takeLease(one, { name: "own", holder: "one" })).toMatchObject({ term: 1 });
  });
});
