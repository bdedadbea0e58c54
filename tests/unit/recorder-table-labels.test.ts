// Every table whose rows the store counts has a text in the settings for how long it is kept.
// @isolated: the counts are cached for a minute, whatever the database.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { formatRetention } from "../../components/settings/format-retention.ts";
import { tableNames } from "../../components/settings/recorder-tables.tsx";
import { type Database, openStore } from "../../lib/server/db/database.ts";
import { tableFigures } from "../../lib/server/db/table-sizes.ts";
import { upsertResources } from "../../lib/server/inventory/resource-writes.ts";
import { addLogGap } from "../../lib/server/timeline/log-gaps.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-tables-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("has a label and a description for each counted table", async () => {
  await upsertResources(db, [{ kind: "proxy", id: "p1", name: null, source: "listProxies", atMs: 70 }]);
  const gap = { session_id: "s", source: "path", log: "a", from_ms: 1, to_ms: 90, reason: "x" } as const;
  await addLogGap(db, { ...gap, lines: null });
  const { tables } = await tableFigures(db, 1_000);
  const of = (name: string) => tables.find(({ table }) => table === name);
  expect(of("resources")).toEqual({ table: "resources", rows: 1, oldest_ms: 70 });
  expect(of("log_gaps")).toEqual({ table: "log_gaps", rows: 1, oldest_ms: 90 });
  for (const name of ["resource_links", "recorder_gaps", "alerts", "alert_deliveries"])
    expect(of(name)).toEqual({ table: name, rows: 0, oldest_ms: null });
  for (const { table } of tables) {
    expect(formatRetention(table, { raw_hours: 48, days: 30, audit_days: 365 }), table).not.toBe("–");
    expect(tableNames, table).toHaveProperty(table);
  }
});
