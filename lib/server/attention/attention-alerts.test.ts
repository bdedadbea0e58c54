import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { openAlert, resolveAlert } from "../alerts/alerts.ts";
import { evaluatedCheckpoint } from "../alerts/evaluator.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { readAlertDetails } from "./attention-alerts.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-attention-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const read = (at = nowMs) => readAlertDetails(db, { nowMs: at, health: { state: "answering" } });
const fire = (id: string) =>
  openAlert(db, {
    id,
    rule_id: `rule-${id}`,
    rule_name: "Proxy down",
    kind: "proxy_down",
    subject: id,
    label: id,
    fired_at_ms: nowMs - 60_000,
    resolved_at_ms: null,
    resolved_why: null,
    fired_message: "3 of 3",
    message: "4 of 4",
    closed_by: null,
    closed_note: null,
    limit_ms: null,
  });

it("returns open alerts with their mutes and the time of the last evaluation", async () => {
  await writeCheckpoint(db, evaluatedCheckpoint, { at_ms: nowMs - 4_000 });
  for (const id of ["a", "b", "c"]) await fire(id);
  await resolveAlert(db, "b", { why: "clear", message: "up", nowMs });
  await db
    .insertInto("alert_mutes")
    .values({ rule_id: "rule-c", subject: "", until_ms: nowMs + 1, by: "ada", at_ms: nowMs })
    .execute();
  const { details, check } = await read();
  expect(details.complete).toBe(true);
  expect(details.open.map(({ label, muted_until_ms: until, message }) => [label, until, message])).toEqual([
    ["a", null, "4 of 4"],
    ["c", nowMs + 1, "4 of 4"],
  ]);
  expect(check).toEqual({
    subject: "alerts",
    state: "checked",
    examined: 2,
    at_ms: nowMs - 4_000,
    why: null,
  });
});

it("reports when the rules are not evaluated", async () => {
  expect((await read()).check).toMatchObject({ state: "not_checked", examined: null, why: "not_evaluated" });
  await writeCheckpoint(db, evaluatedCheckpoint, { at_ms: nowMs });
  expect((await read(nowMs + 60_000)).check.state).toBe("checked");
  expect((await read(nowMs + 60_001)).check).toMatchObject({
    state: "partly",
    at_ms: nowMs,
    why: "not_evaluated",
  });
});
