import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { dayMs, hourMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { EndedTotals } from "./ended-totals.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { writeInvocations } from "./invocation-writes.ts";

const nowMs = Date.UTC(2026, 10, 20, 10, 0, 10);
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-ended-totals-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Records invocations that failed a minute after `startedMs`. */
const fail = (startedMs: number, ...ids: readonly string[]) =>
  db.transaction().execute((trx) =>
    writeInvocations(
      trx,
      ids.map((id) =>
        invocationRowOf(
          {
            id,
            app_name: "shop",
            action_name: "buy",
            version: "v1",
            status: "failed",
            started_at: new Date(startedMs).toISOString(),
            finished_at: new Date(startedMs + 60_000).toISOString(),
          },
          nowMs,
        ),
      ),
    ),
  );

it("counts nothing again when the clock steps back over an hour", async () => {
  const yesterdayMs = nowMs - dayMs - hourMs / 2;
  await fail(yesterdayMs, "a", "b", "c");
  const totals = new EndedTotals();
  const failedAt = async (atMs: number) =>
    (await totals.read(db, atMs)).reduce((sum, { failed }) => sum + failed, 0);
  expect(await failedAt(nowMs)).toBe(0);
  // Before ten o'clock yesterday's hour from nine on is in the window again.
  expect(await failedAt(nowMs - 20_000)).toBe(0);
  await fail(yesterdayMs, "d");
  expect(await failedAt(nowMs - 15_000)).toBe(1);
  await fail(nowMs - 5 * hourMs, "e");
  expect(await failedAt(nowMs)).toBe(1);
});
