import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { SessionActivity } from "../../bff/session-activity.ts";
import { systemClock } from "../../clock.ts";
import { readSharedActivities, writeSharedActivities } from "../browsers/shared-activity.ts";
import type { Database } from "../db/database.ts";
import { type Lease, recorderLease, releaseLease, takeLease } from "../db/leases.ts";
import { ActivitySharing } from "./activity-sharing.ts";

async function openedStore(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-activity-"));
  const db = await openEmptyStore(dataDir);
  onTestFinished(async () => {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return db;
}
async function lead(db: Database, holder: string): Promise<Lease> {
  const lease = await takeLease(db, { name: recorderLease, holder });
  return lease ?? expect.fail("someone else leads");
}

it("gives the other replicas what the leader counts, replaces what an earlier one left, and writes only changes", async () => {
  const db = await openedStore();
  await lead(db, "a");
  expect(await readSharedActivities(db)).toEqual({});
  await writeSharedActivities(db, { left: { clients: 1, last_active_ms: null } });
  let activities: Record<string, SessionActivity> = {};
  let writes = 0;
  const sharing = new ActivitySharing({
    async write(work: (trx: Database) => Promise<void>) {
      writes += 1;
      await work(db);
    },
    hub: { activities: () => activities },
    clock: systemClock,
    report: (_what, error) => expect.fail(String(error)),
  });
  await sharing.share();
  expect(await readSharedActivities(db)).toEqual({});
  activities = { s1: { clients: 0, last_active_ms: 5_000 } };
  await sharing.share();
  await sharing.share();
  expect(writes).toBe(2);
  expect(await readSharedActivities(db)).toEqual(activities);
});

it("is unknown once nobody leads, and until a new leader has counted", async () => {
  const db = await openedStore();
  const activities = { s1: { clients: 1, last_active_ms: 5_000 } };
  const first = await lead(db, "a");
  await writeSharedActivities(db, activities);
  expect(await readSharedActivities(db)).toEqual(activities);
  // As of a leader that was killed.
  await db.updateTable("leases").set({ expires_at_ms: 1 }).execute();
  expect(await readSharedActivities(db)).toEqual({});
  const second = await lead(db, "a");
  expect(second.term).toBeGreaterThan(first.term);
  expect(await readSharedActivities(db)).toEqual({});
  await writeSharedActivities(db, activities);
  expect(await readSharedActivities(db)).toEqual(activities);
  await releaseLease(db, second);
  expect(await readSharedActivities(db)).toEqual({});
});
