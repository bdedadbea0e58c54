import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import {
  expectedSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../../tests/support/programs/webhook-receiver.ts";
import { webhookLimits } from "../../bff/webhooks.ts";
import type { Database } from "../db/database.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { Deliverer, pauseAfter, sendsPerTurn } from "./deliverer.ts";
import { queueDelivery, recordAttempt } from "./deliveries.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { makePost } from "./post-webhook.ts";
import { seal, unseal } from "./sealed-target.ts";
import { addWebhook, removeWebhook } from "./webhooks.ts";

const session = "a session secret of the test";
const secret = "whsec_test";
let dataDir = "";
let db: Database;
let clock: TestClock;
let receiver: WebhookReceiver;
let writes: "work" | "fail" = "work";

const deliverer = () =>
  new Deliverer({
    db,
    write: async (work) => {
      if (writes === "fail") throw new Error("the disk is full");
      return db.transaction().execute(work);
    },
    post: makePost({
      rules: { loopback: true },
      resolve: async () => ["127.0.0.1"],
      clock: { nowMs: clock.nowMs, monotonicMs: () => performance.now() },
    }),
    unseal: (sealed, id) => unseal(sealed, id, session),
    clock,
    random: () => 1,
    report: () => {},
  });
const hook = (id: string, url: string) =>
  addWebhook(db, {
    id,
    name: id,
    origin: new URL(url).origin,
    sealed: seal({ url, secret }, id, session),
    enabled: 1,
    created_by: "ada",
    created_at_ms: 1,
  });
const alert = {
  id: "alert-1",
  rule_id: "rule-1",
  rule_name: "Proxy down",
  kind: "proxy_down",
  subject: "proxy-1",
  label: "Tokyo",
  fired_at_ms: 1_700_000_000_000,
  resolved_at_ms: null,
  resolved_why: null,
  fired_message: "down",
  message: "down",
  closed_by: null,
  closed_note: null,
  limit_ms: null,
};
/** Sends what is due, to the end. */
const deliverDue = async (instance: Deliverer) => {
  await Promise.all(await instance.begin());
};
const queue = (event: "fired" | "resolved" | "test", webhookId = "hook") =>
  queueDelivery(db, {
    webhookId,
    event,
    nowMs: clock.nowMs(),
    ...(event === "test" ? {} : { alert }),
  });
const log = async (id: string) => (await listDeliveries(db, { id, limit: 1 }))[0];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-outbox-"));
  db = await openEmptyStore(dataDir);
  clock = new TestClock(1_700_000_000_000);
  receiver = await startWebhookReceiver();
  writes = "work";
  await hook("hook", receiver.url);
});
afterEach(async () => {
  await receiver.close();
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("Deliverer", () => {
  it("delivers once, signed, with event and id", async () => {
    const id = await queue("fired");
    const instance = deliverer();
    await deliverDue(instance);
    await deliverDue(instance);
    expect(receiver.received).toHaveLength(1);
    const [got] = receiver.received;
    expect(got?.headers["webhook-signature"]).toBe(got && expectedSignature(got, secret));
    expect(got?.headers["webhook-id"]).toBe(id);
    expect(JSON.parse(got?.body ?? "")).toMatchObject({
      id,
      event: "fired",
      alert: { id: "alert-1", rule: { kind: "proxy_down" }, subject: { label: "Tokyo" } },
    });
    expect(await log(id)).toMatchObject({
      state: "delivered",
      attempts: [{ status: 200, error: null, at_ms: clock.nowMs() }],
    });
  });

  it("records no attempt of a delivery whose webhook was deleted while it was sent", async () => {
    const id = await queue("fired");
    const row = await db
      .selectFrom("alert_deliveries")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await removeWebhook(db, "hook");
    const attempt = { atMs: clock.nowMs(), status: 200, ms: 1, error: null };
    await recordAttempt(db, row, attempt, { state: "delivered" });
    expect(await db.selectFrom("alert_attempts").selectAll().execute()).toEqual([]);
  });

  it("retries after an outage with growing pauses, and records each attempt", async () => {
    receiver.answer(503);
    const id = await queue("fired");
    const instance = deliverer();
    await deliverDue(instance);
    expect(await log(id)).toMatchObject({ state: "waiting", next_at_ms: clock.nowMs() + 5_000 });
    await deliverDue(instance);
    expect(receiver.received).toHaveLength(1);
    await clock.advance(5_000);
    await deliverDue(instance);
    expect(await log(id)).toMatchObject({ state: "waiting", next_at_ms: clock.nowMs() + 10_000 });
    receiver.answer(204);
    await clock.advance(10_000);
    await deliverDue(instance);
    const delivery = await log(id);
    expect(delivery?.state).toBe("delivered");
    expect(delivery?.attempts.map(({ status, error }) => [status, error])).toEqual([
      [503, "answered 503"],
      [503, "answered 503"],
      [204, null],
    ]);
    // The same key each time, so that receivers can detect repetitions.
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
  });

  it("is dead after the maximum of attempts", async () => {
    receiver.answer(500);
    const id = await queue("fired");
    const instance = deliverer();
    for (let at = 0; at < webhookLimits.attempts + 3; at += 1) {
      await deliverDue(instance);
      await clock.advance(paces.deliveries.longestPauseMs);
    }
    expect(receiver.received).toHaveLength(webhookLimits.attempts);
    expect(await log(id)).toMatchObject({ state: "dead", next_at_ms: null });
  });

  it("keeps the order of one alert's notices without delaying another's", async () => {
    receiver.answer(500);
    await queue("fired");
    await clock.advance(1);
    const ended = await queue("resolved");
    await clock.advance(1);
    await queue("test");
    const instance = deliverer();
    await deliverDue(instance);
    const kinds = () => receiver.received.map(({ headers }) => headers["x-fleetdeck-event"]);
    expect(kinds()).toEqual(["fired", "test"]);
    receiver.answer(200);
    await clock.advance(60_000);
    await deliverDue(instance);
    await deliverDue(instance);
    expect(kinds().filter((kind) => kind !== "test")).toEqual(["fired", "fired", "resolved"]);
    expect((await log(ended))?.state).toBe("delivered");
  });

  it("sends again, with the same key, what it could not record", async () => {
    const id = await queue("fired");
    writes = "fail";
    await deliverDue(deliverer());
    writes = "work";
    await deliverDue(deliverer());
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
    expect(await log(id)).toMatchObject({ state: "delivered" });
  });

  it("is not delayed by another webhook that does not respond", async () => {
    await hook("silent", "http://127.0.0.1:9/");
    for (let at = 0; at < 40; at += 1)
      for (const webhookId of ["silent", "hook"]) await queue("test", webhookId);
    const sent: Record<string, number> = {};
    const instance = new Deliverer({
      db,
      write: (work) => db.transaction().execute(work),
      post: async ({ url }) => {
        const to = url === receiver.url ? "hook" : "silent";
        sent[to] = (sent[to] ?? 0) + 1;
        if (to === "hook") return { status: 200, ms: 1, error: null };
        // Each delivery to this webhook times out.
        await new Promise<void>((resolve) => clock.later(deadlines.webhook.totalMs, resolve));
        return { status: null, ms: deadlines.webhook.totalMs, error: "no answer" };
      },
      unseal: (sealed, id) => unseal(sealed, id, session),
      clock,
      random: () => 1,
      report: () => {},
    });
    const waiting = async (webhookId: string) =>
      (await listDeliveries(db, { webhookId, limit: 100 })).filter(({ attempts }) => attempts.length === 0);
    instance.start();
    // Nine turns of five: all for the responding webhook, and the first of the other's.
    for (let turn = 0; turn < 9; turn += 1) {
      const before = sent.hook ?? 0;
      await clock.advance(paces.deliveries.turnMs);
      const delivered = Math.min(40, before + sendsPerTurn);
      await expect.poll(async () => 40 - (await waiting("hook")).length, { timeout: 30_000 }).toBe(delivered);
    }
    instance.stop();
    expect(sent.hook).toBe(40);
    // One after the other, none twice at the same time.
    expect(sent.silent).toBeLessThanOrEqual(4);
  });

  it("sends to one webhook however many deliveries wait for another", async () => {
    await hook("behind", receiver.url);
    const rows = Array.from({ length: 2_100 }, (_, at) => ({
      id: `old-${at}`,
      webhook_id: "hook",
      alert_id: null,
      event: "test",
      title: "Test",
      body: "{}",
      created_at_ms: 1,
      next_at_ms: clock.nowMs() + 60_000,
      attempts: 1,
      state: "waiting" as const,
      done_at_ms: null,
    }));
    for (let at = 0; at < rows.length; at += 300)
      await db
        .insertInto("alert_deliveries")
        .values(rows.slice(at, at + 300))
        .execute();
    const id = await queue("test", "behind");
    await deliverDue(deliverer());
    expect(await log(id)).toMatchObject({ state: "delivered" });
    expect(receiver.received).toHaveLength(1);
  });

  it("records an unreadable target after a change of the session secret, without connecting", async () => {
    await db
      .updateTable("webhooks")
      .set({ sealed: seal({ url: receiver.url, secret }, "hook", "an older secret") })
      .execute();
    const id = await queue("test");
    await deliverDue(deliverer());
    expect((await log(id))?.attempts[0]?.error).toContain("session secret");
    expect(receiver.received).toEqual([]);
  });

  it("sends nothing to a disabled webhook", async () => {
    await db.updateTable("webhooks").set({ enabled: 0 }).execute();
    await queue("fired");
    await deliverDue(deliverer());
    expect(receiver.received).toEqual([]);
  });
});

it("doubles pauses up to a bound, with random jitter of half", () => {
  expect(pauseAfter(1, () => 1)).toBe(5_000);
  expect(pauseAfter(1, () => 0)).toBe(2_500);
  expect(pauseAfter(4, () => 1)).toBe(40_000);
  expect(pauseAfter(30, () => 1)).toBe(paces.deliveries.longestPauseMs);
});

it.each([
  ["shortest", 0],
  ["longest", 1],
])("tries for an hour at least and about two at most, with the %s pauses", (_, random) => {
  let minutes = 0;
  for (let attempts = 1; attempts < webhookLimits.attempts; attempts += 1)
    minutes += pauseAfter(attempts, () => random) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(60);
  expect(minutes).toBeLessThan(130);
});
