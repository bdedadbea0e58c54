// An operator deletes the pictures of a browser while the leader stores more of them, in PostgreSQL.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openStore } from "../../lib/server/db/database.ts";
import { listPictures } from "../../lib/server/pictures/picture-reads.ts";
import { addPictures, deleteSessionPictures } from "../../lib/server/pictures/picture-writes.ts";
import { pngOf } from "../support/png.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";

const { cleanUps, connected, database } = postgresForTests();

const pictureAt = (atMs: number) => ({
  session_id: "s1",
  at_ms: atMs,
  reason: "change" as const,
  url: "",
  png: pngOf(8, 6),
});

describe.skipIf(!hasPostgres)("pictures that are deleted", () => {
  it("are not stored again, also those that were stored while they were deleted", async () => {
    const databaseUrl = await database();
    const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-pictures-"));
    cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const db = await openStore({ dataDir, databaseUrl });
    cleanUps.push(async () => await db.destroy());
    const other = await connected(databaseUrl);
    await addPictures(db, [pictureAt(1)]);
    let deleting: Promise<void> | undefined;
    await db.transaction().execute(async (trx) => {
      // Others may read the table, and wait before they write to it.
      await sql`lock table pictures in exclusive mode`.execute(trx);
      await addPictures(trx, [pictureAt(2)]);
      deleting = deleteSessionPictures(db, "s1");
      const waits = "select 1 from pg_locks where not granted and relation = 'pictures'::regclass";
      await expect.poll(async () => (await other.query(waits)).rowCount).toBe(1);
    });
    await deleting;
    await addPictures(db, [pictureAt(1), pictureAt(2), pictureAt(3)]);
    expect((await listPictures(db, "s1")).map(({ at_ms: atMs }) => atMs)).toEqual([3]);
  });
});
