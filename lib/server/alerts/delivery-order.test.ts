import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { WebhookEvent } from "../../bff/webhooks.ts";
import type { Database } from "../db/database.ts";
import { queueDelivery } from "./deliveries.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { addWebhook } from "./webhooks.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
let dataDir = "";
let db: Database;

const alert = (id: string) => ({
  id,
  rule_id: "rule",
  rule_name: "Proxy down",
  kind: "proxy_down",
  subject: id,
  label: id,
  fired_at_ms: startMs,
  resolved_at_ms: null,
  resolved_why: null,
  fired_message: "",
  message: "",
  closed_by: null,
  closed_note: null,
  limit_ms: null,
});
const queue = (event: WebhookEvent, nowMs: number, id = "a") =>
  queueDelivery(db, { webhookId: "hook", event, alert: alert(id), nowMs });
/** The events in the order of sending, oldest first. */
const order = async () =>
  (await listDeliveries(db, { limit: 50 })).map((each) => `${each.event} ${each.alert_id}`).reverse();

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-deliveries-"));
  db = await openEmptyStore(dataDir);
  await addWebhook(db, {
    id: "hook",
    name: "hook",
    origin: "https://hook.test",
    sealed: "x",
    enabled: 1,
    created_by: "ada",
    created_at_ms: 1,
  });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("notices of one alert are queued in order", () => {
  it("within one millisecond", async () => {
    for (let at = 0; at < 8; at += 1) {
      await queue("fired", startMs, `a${at}`);
      await queue("resolved", startMs, `a${at}`);
    }
    const all = await order();
    for (let at = 0; at < 8; at += 1)
      expect(all.filter((each) => each.endsWith(` a${at}`))).toEqual([`fired a${at}`, `resolved a${at}`]);
  });
});

it("do not wait for other alerts or delivered notices", async () => {
  await queue("fired", startMs);
  await db.updateTable("alert_deliveries").set({ state: "delivered", done_at_ms: startMs }).execute();
  await queue("fired", startMs + 1, "b");
  const id = await queue("resolved", startMs - hourMs);
  expect(await listDeliveries(db, { id, limit: 1 })).toMatchObject([{ created_at_ms: startMs - hourMs }]);
});
