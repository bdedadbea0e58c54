import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { isOpen } from "../db/is-open.ts";

it("open invocations are read by the indexes of open ones, not among all", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-open-"));
  const db = await openEmptyStore(dataDir);
  try {
    const planOf = async (query: ReturnType<typeof all>) => {
      const { sql: text, parameters } = query.compile();
      const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db);
      expect(parameters).toEqual([]);
      return plan.rows.map(({ detail }) => detail).join("; ");
    };
    const all = () => db.selectFrom("invocations").select("id").where(isOpen);
    expect(await planOf(all().orderBy("started_at_ms").orderBy("id"))).toContain("invocations_by_open_start");
    expect(await planOf(all().orderBy("checked_at_ms"))).toContain("invocations_by_open");
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
