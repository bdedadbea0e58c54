import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { listAudit } from "./list-audit.ts";
import { recordRefusal } from "./refusals.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-refusals-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("the first refusal of a minute is a row, those that follow are one with their number", async () => {
  const clock = new ManualClock();
  const refuse = (actor: string, requestId: string) =>
    recordRefusal(db, { actor, role: "viewer", ip: "::1", requestId, action: "flushPool" }, clock);
  for (let at = 1; at <= 50; at += 1) await refuse("ada", `a${at}`);
  await refuse("bob", "b1");
  const rows = async () =>
    (await listAudit(db, { limit: 100 })).entries
      .toReversed()
      .map(({ actor, request_id: id, phase, count = 1 }) => `${actor} ${id} ${phase} ${count}`);
  expect(await rows()).toEqual(["ada a1 denied 1", "bob b1 denied 1"]);
  clock.advance(paces.audit.refusalsMs);
  await expect.poll(rows).toEqual(["ada a1 denied 1", "bob b1 denied 1", "ada a50 denied 49"]);
  await refuse("ada", "a51");
  expect((await rows()).at(-1)).toBe("ada a51 denied 1");
});
