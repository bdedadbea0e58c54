import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { writeBatch } from "./write-batch.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-write-batch-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const seen = {
  kind: "session",
  id: "s1",
  name: null,
  source: "listBrowsers",
  details: { name: "a" },
  atMs: 5,
} as const;
const link = { from: { kind: "session", id: "s1" }, to: { kind: "proxy", id: "p1" }, atMs: 5 } as const;
const count = async (table: "resources" | "resource_links") =>
  (await db.selectFrom(table).selectAll().execute()).length;

it("writes a batch whole, or nothing of it", async () => {
  const batch = { resources: [seen], links: [link], completeLists: [], endings: [] };
  const broken = { ...link, to: { kind: "proxy", id: null } };
  // @ts-expect-error A link without a target is refused by the store.
  await expect(writeBatch(db, { ...batch, links: [broken] })).rejects.toThrow(/NOT NULL/);
  expect(await count("resources")).toBe(0);
  await writeBatch(db, { ...batch, endings: [{ kind: "session", id: "s1", atMs: 9 }] });
  expect([await count("resources"), await count("resource_links")]).toEqual([1, 1]);
  expect(await db.selectFrom("resources").select("ended_at_ms").execute()).toEqual([{ ended_at_ms: 9 }]);
});
