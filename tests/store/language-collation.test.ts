// Lists from a PostgreSQL whose database compares texts as a language does, as that of most servers: the same, page by page,
// as from the embedded file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InvocationHistoryQuery } from "../../lib/bff/invocation-history.ts";
import { type Database, openStore } from "../../lib/server/db/database.ts";
import { idsLike } from "../../lib/server/inventory/find-by-text.ts";
import { invocationRowOf } from "../../lib/server/invocations/invocation-rows.ts";
import { searchInvocations } from "../../lib/server/invocations/invocation-search.ts";
import { addInvocationSessions } from "../../lib/server/invocations/invocation-sessions.ts";
import { writeInvocations } from "../../lib/server/invocations/invocation-writes.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";

/** By bytes: B, C, a, b, z, é, one beyond the first 65,536 characters last; a language has them in another order. */
const ids = ["a1", "B1", "b1", "C1", "a-2", "A2", "z1", "Z-1", "é1", "\u{ff5a}1", "\u{1f600}1", "_1"];

const rows = ids.map((id, at) =>
  invocationRowOf(
    {
      id,
      app_name: "shop",
      action_name: "buy",
      version: "v1",
      status: ["succeeded", "failed", "running"][at % 3],
      started_at: new Date(Date.UTC(2026, 10, 1) + Math.floor(at / 8)).toISOString(),
      payload: `{"at":${at}}`,
    },
    1,
  ),
);

describe.skipIf(!hasPostgres)("a database that compares texts as a language does", () => {
  let postgres: Postgres;
  let dataDir = "";
  let file: Database;
  let shared: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-language-"));
    file = await openStore({ dataDir });
    shared = await openStore({ dataDir, databaseUrl: await postgres.database({ language: "en-US" }) });
    for (const db of [file, shared])
      await db.transaction().execute(async (trx) => {
        await writeInvocations(trx, rows);
        for (const id of ids) await addInvocationSessions(trx, id, ["s1"], 1);
      });
  });
  afterAll(async () => {
    for (const db of [file, shared]) await db?.destroy();
    rmSync(dataDir, { recursive: true, force: true });
    await postgres?.stop();
  });

  async function allPages(db: Database, filters: InvocationHistoryQuery, limit: number): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchInvocations(db, { ...filters, ...(cursor && { cursor }) }, limit);
      found.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && found.length <= 2 * ids.length);
    return found;
  }

  it("has another order than that of bytes", async () => {
    const { rows: sorted } = await sql<{ a: boolean }>`select 'a' < 'B' as a`.execute(shared);
    expect(sorted).toEqual([{ a: true }]);
  });

  it.each<[string, InvocationHistoryQuery]>([
    ["all", {}],
    ["one status", { status: ["failed"] }],
    ["several statuses", { status: ["succeeded", "failed", "running"] }],
    ["all but one status", { not_status: ["running"] }],
    ["a text", { text: "at" }],
    ["one browser", { session_id: "s1" }],
  ])("gives the invocations of one millisecond once each, in pages of %s", async (_, filters) => {
    for (const limit of [1, 2, 3, 5]) {
      const found = await allPages(shared, filters, limit);
      expect(found).toEqual(await allPages(file, filters, limit));
      expect(new Set(found).size).toBe(found.length);
    }
    expect(await allPages(shared, {}, 5)).toHaveLength(ids.length);
  });

  it("finds invocations by shortened ids through an index, not among all", async () => {
    const shortIds = ["k3v0", "h_zv"].map((head) => ({ head, tail: "y0ab" }));
    const { sql: text, parameters } = idsLike(shared, "invocations", shortIds).compile();
    const plan = await shared.transaction().execute(async (trx) => {
      // The table is too small for the planner to prefer an index.
      await sql`set local enable_seqscan = off`.execute(trx);
      return await trx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
    });
    expect(JSON.stringify(plan.rows)).toMatch(/Index Cond.*k3v0.*Index Cond.*h_zv/);
  });
});
