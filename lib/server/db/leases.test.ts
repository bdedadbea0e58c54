import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openStore } from "./database.ts";
import { isLeaseAlive, LeaseLost, releaseLease, takeLease, withLease } from "./leases.ts";

let dataDir = "";
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-leases-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("a released lease is not renewed by a write that was under way, and can be taken at once", async () => {
  const lease = await takeLease(db, { name: "recorder", holder: "one" });
  if (lease === undefined) throw new Error("the lease is taken");
  expect(await withLease(db, lease, async () => "written")).toBe("written");
  await releaseLease(db, lease);
  await expect(withLease(db, lease, async () => "written")).rejects.toBeInstanceOf(LeaseLost);
  expect(await isLeaseAlive(db, "recorder")).toBe(false);
  expect(await takeLease(db, { name: "recorder", holder: "other" })).toMatchObject({ holder: "other" });
});
