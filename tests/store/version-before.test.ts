// An upgrade: what the version before left in its store is all there afterwards, and replicas of that version go on with it
// meanwhile.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { appendAudit } from "../../lib/server/audit/audit-chain.ts";
import { listActs } from "../../lib/server/audit/audited-acts.ts";
import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import { verifyPassword } from "../../lib/server/auth/password.ts";
import { findUser } from "../../lib/server/auth/users.ts";
import { type Database, databaseFileName, dialectOf, openStore } from "../../lib/server/db/database.ts";
import { listResources } from "../../lib/server/inventory/resources.ts";
import { searchInvocations } from "../../lib/server/invocations/invocation-search.ts";
import { listPictures, readPicture } from "../../lib/server/pictures/picture-reads.ts";
import { poolHistoryOf } from "../../lib/server/pools/pool-history.ts";
import { searchStoredLogs } from "../../lib/server/stored-logs/search-stored-logs.ts";
import { listViews } from "../../lib/server/views/views.ts";
import { filled, fillStore } from "../support/dashboard/fill-store.ts";
import { pngOf } from "../support/png.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";

const newestMigration = "2026-11-26-identities";
const dumped = (dialect: "sqlite" | "postgres") =>
  readFileSync(new URL(`versions/${newestMigration}.${dialect}.sql`, import.meta.url), "utf8");

/** Tables that the store makes for itself: its migrations, and those of the full-text index. */
const isInternal = (table: string) => /^kysely_|^stored_log_words/.test(table);

/** Tables with their columns, indexes and triggers; the order of columns does not matter. */
async function schemaOf(db: Database) {
  const tables = await db.introspection.getTables();
  const others = await (dialectOf(db) === "sqlite"
    ? sql<{ text: string }>`select type || ' ' || name || ' ' || coalesce(sql, '') as text from sqlite_master
        where type in ('index', 'trigger')`
    : sql<{ text: string }>`select 'index ' || indexname || ' ' || indexdef as text from pg_indexes
        where schemaname = 'public' union all
        select 'trigger ' || tgname || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`
  ).execute(db);
  return {
    tables: tables
      .map(({ name, columns }) => ({
        name,
        columns: columns
          .map((column) => `${column.name} ${column.dataType} ${column.isNullable} ${column.hasDefaultValue}`)
          .toSorted(),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    others: others.rows.map(({ text }) => text).toSorted(),
  };
}

describe.each(["sqlite", "postgres"] as const)("a store of the version before in %s", (dialect) => {
  const isShared = dialect === "postgres";
  const folders: string[] = [];
  const open = new Set<Database>();
  let postgres: Postgres | undefined;

  beforeAll(async () => {
    if (isShared && hasPostgres) postgres = await startPostgres();
  });
  afterEach(async () => {
    for (const db of open) await db.destroy();
    open.clear();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => postgres?.stop());

  /** The place of an empty store. */
  async function emptyPlace() {
    const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-version-"));
    folders.push(dataDir);
    return { dataDir, databaseUrl: await postgres?.database() };
  }
  type Place = Awaited<ReturnType<typeof emptyPlace>>;

  async function start(place: Place): Promise<Database> {
    const db = await openStore(place);
    open.add(db);
    return db;
  }

  /** Runs statements as they stand, over a connection of its own. */
  async function execute({ dataDir, databaseUrl }: Place, statements: string): Promise<void> {
    if (databaseUrl !== undefined) {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(statements).finally(() => client.end());
      return;
    }
    const file = new Sqlite(join(dataDir, databaseFileName));
    try {
      // The tables of the full-text index are written as they are.
      file.unsafeMode(true);
      file.pragma("foreign_keys = OFF");
      file.exec(statements);
    } finally {
      file.close();
    }
  }

  async function placeOfVersionBefore(): Promise<Place> {
    const place = await emptyPlace();
    await execute(place, dumped(dialect));
    return place;
  }

  const namesOf = async (db: Database) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
      ({ name }) => name,
    );

  it.skipIf(isShared && !hasPostgres)("is taken over whole", async () => {
    const db = await start(await placeOfVersionBefore());
    const user = await findUser(db, filled.username);
    expect(user).toMatchObject({ role: "admin", disabled: false });
    expect(await verifyPassword(filled.password, user?.passwordHash)).toBe(true);
    expect(await listViews(db, user?.id ?? "")).toMatchObject([{ name: "Failed", is_default: true }]);

    const found = await searchInvocations(db, { status: ["failed"], text: "ähre" }, 100);
    expect(found.rows).toHaveLength(filled.invocations / 5);
    const logs = await searchStoredLogs(db, { q: '"tried again"' }, filled.originMs);
    expect(logs.lines).toHaveLength(filled.logLines);
    const [picture] = await listPictures(db, filled.session);
    expect(Buffer.from(await readPicture(db, picture?.id ?? "")).equals(pngOf(8, 6))).toBe(true);
    expect(await listResources(db, { kind: "proxy" })).toMatchObject([{ id: filled.proxy, label: "Tokyo" }]);

    const endMs = filled.originMs + filled.samples * 15_000;
    const range = { sinceMs: filled.originMs };
    const { pools } = await poolHistoryOf(db, range, endMs, 24 * 3_600_000);
    expect(pools[0]).toMatchObject({ pool_id: filled.pool });
    expect(pools[0]?.samples.length).toBeGreaterThan(10);
  });

  it.skipIf(isShared && !hasPostgres)("has an audit that is still proved", async () => {
    const other = await start(await emptyPlace());
    // Sets the key.
    await fillStore(other);
    const db = await start(await placeOfVersionBefore());
    expect(await verifyAudit(db, [])).toMatchObject({ rows: 10, fault: undefined });
    const acts = await listActs(db, { limit: 20, offset: 0 }, Date.now());
    expect(acts.acts).toHaveLength(5);
    expect(acts.acts[0]).toMatchObject({ outcome: "ok", action: "checkProxy" });
    const event = { actor: "ada", role: "admin", ip: "::1", requestId: "r-after", action: "deleteWebhook" };
    await appendAudit(
      db,
      { ...event, targetName: "On call", batchId: "batch-1", phase: "intended" },
      Date.now(),
    );
    await appendAudit(db, { ...event, phase: "answered" }, Date.now());
    expect(await verifyAudit(db, [])).toMatchObject({ rows: 12, fault: undefined });
  });

  it.skipIf(isShared && !hasPostgres)("has the schema of a new one afterwards", async () => {
    const fresh = await start(await emptyPlace());
    const upgraded = await start(await placeOfVersionBefore());
    expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh));
    expect(await namesOf(upgraded)).toEqual(await namesOf(fresh));
    expect(await namesOf(fresh)).toContain(newestMigration);
  });

  it.skipIf(isShared && !hasPostgres)("takes what that version writes during the upgrade", async () => {
    const place = await emptyPlace();
    const db = await start(place);
    const inserts = dumped(dialect)
      .split("\n")
      .filter((line) => /^insert into/i.test(line))
      .filter((line) => !isInternal(/^insert into (?:public\.)?"?(\w+)/i.exec(line)?.[1] ?? ""));
    expect(inserts.length).toBeGreaterThan(300);
    // A dump is in the order of tables, so references are checked at the end.
    const begin = isShared ? "set session_replication_role = replica;" : "";
    await execute(place, `begin;\n${begin}\n${inserts.join("\n")}\ncommit;`);
    expect((await searchInvocations(db, {}, 100)).rows).toHaveLength(filled.invocations);
    expect(await findUser(db, filled.username)).toMatchObject({ role: "admin" });
  });

  it.skipIf(isShared && !hasPostgres)(
    "is brought up to date once by replicas that start together",
    async () => {
      const place = await placeOfVersionBefore();
      const stores = await Promise.all([1, 2, 3].map(() => start(place)));
      for (const db of stores) expect((await searchInvocations(db, {}, 100)).rows).toHaveLength(60);
      const names = await namesOf(stores[0] ?? expect.unreachable());
      expect(names).toEqual([...new Set(names)]);
    },
  );

  describe.skipIf(isShared && !hasPostgres)("of which a later version has changed the schema", () => {
    const later = (name: string) =>
      `insert into kysely_migration (name, timestamp) values ('${name}', '2027-01-01T00:00:00Z');`;

    it("goes on where that only adds", async () => {
      const place = await emptyPlace();
      await fillStore(await start(place));
      await execute(place, `${later("2027-01-01-more")}\nalter table views add column colour text;`);
      const db = await start(place);
      expect((await searchInvocations(db, {}, 100)).rows).toHaveLength(filled.invocations);
      expect(await namesOf(db)).toContain("2027-01-01-more");
    });

    it("refuses where that breaks it, and says what to do", async () => {
      const place = await emptyPlace();
      await start(place);
      await execute(place, later("2027-01-01-more-breaks"));
      await expect(openStore(place)).rejects.toThrow(
        /^(DATA_DIR|DATABASE_URL) holds a database of a later version .* Start that version\.$/,
      );
    });

    it("refuses a schema that it does not know", async () => {
      const place = await placeOfVersionBefore();
      await execute(place, later("2025-01-01-another-product"));
      await expect(openStore(place)).rejects.toThrow(/holds a database of another version of Fleetdeck/);
    });
  });
});
