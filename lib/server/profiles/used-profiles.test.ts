import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { recordLinks } from "../inventory/resource-links.ts";
import { markResourceEnded, pinResource, upsertResources } from "../inventory/resource-writes.ts";
import { recordedUsers } from "./used-profiles.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-used-profiles-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("returns for each pool its last recorded profile, once, and no ended pool", async () => {
  const on = (id: string, profile: string, atMs: number) => ({
    from: { kind: "pool" as const, id },
    to: { kind: "profile" as const, id: profile },
    atMs,
  });
  // Linked by the profile's name, then by its id; moved to another; ended; never observed itself, pinned or not.
  const links = [on("a", "payroll", 1), on("a", "pr_1", 2), on("b", "pr_1", 1), on("b", "pr_2", 2)];
  await recordLinks(db, [...links, on("c", "pr_1", 1), on("d", "pr_1", 1), on("e", "pr_1", 1)]);
  const pool = (id: string) => ({ kind: "pool" as const, id, name: `${id}!`, source: "listPools", atMs: 2 });
  await upsertResources(db, ["a", "b", "c"].map(pool));
  await pinResource(db, { kind: "pool", id: "e", label: "", by: "ada" }, 2);
  await markResourceEnded(db, { kind: "pool", id: "c", atMs: 3 });
  const profiles = ["pr_1", "pr_2", "payroll"].map((id) => ({ id }));
  const { reach, users } = await recordedUsers(db, "pool", profiles);
  expect(reach).toBe("remembered");
  expect(users.toSorted((x, y) => (x.pool?.id ?? "").localeCompare(y.pool?.id ?? ""))).toEqual([
    { profile: { id: "pr_1" }, pool: { id: "a", name: "a!" } },
    { profile: { id: "pr_2" }, pool: { id: "b", name: "b!" } },
  ]);
});
