// The browsers, as an autoscaler reads them.
// @isolated: the figures are those of the process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeCheckpoint } from "../db/checkpoints.ts";
import { type Database, openStore } from "../db/database.ts";
import { stateCheckpoint } from "../db/leader-report.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { registry } from "../kernel/measurements.ts";
import { setFleetMetrics } from "./fleet-metrics.ts";

const nowMs = 1_700_000_000_000;
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-fleet-metrics-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const record = (kind: "session", count: number) =>
  upsertResources(
    db,
    Array.from({ length: count }, (_, at) => ({
      ...{ kind, id: `${kind}-${at}`, name: null, source: "list" },
      ...{ details: { status: "known" }, atMs: nowMs },
    })),
  );

/** Records that the list of browsers was read at `readMs` (null: never). */
const readBrowsers = (readMs: number | null) =>
  writeCheckpoint(db, stateCheckpoint, {
    ...{ at_ms: nowMs, duties: [] },
    lists: [
      {
        ...{
          list: "browsers",
          offered: readMs !== null,
          mode: "slow",
          last_good_at_ms: readMs,
          partly: null,
        },
        ...{ failing_since_ms: null, code: null, behind: null, skipped: 0 },
      },
    ],
  });

/** The browsers that run; undefined where there is no series. */
async function browsers(): Promise<number | undefined> {
  await setFleetMetrics(db, nowMs);
  const value = /^fleetdeck_browsers (\d+)$/m.exec(await registry("store").metrics())?.[1];
  return value === undefined ? undefined : Number(value);
}

it("are unknown when nobody has read them for long, as all would count as ended after an hour", async () => {
  await record("session", 3);
  await readBrowsers(nowMs);
  expect(await browsers()).toBe(3);
  for (const readMs of [nowMs - 3_000_000, null]) {
    await readBrowsers(readMs);
    expect(await browsers()).toBeUndefined();
  }
});
