import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HookReceiver, startHookReceiver } from "../../../tests/support/hook-receiver.ts";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { webhookLimits } from "../../bff/webhooks.ts";
import { deadlines, paces } from "../paces.ts";
import { type Database, openStore } from "../store/database.ts";
import { listDeliveries, queueDelivery } from "../store/deliveries.ts";
import { addWebhook } from "../store/webhooks.ts";
import { Deliverer, pauseAfter, sentPerTurn } from "./deliverer.ts";
import { makePost } from "./post.ts";
import { seal, unseal } from "./seal.ts";

const session = "a session secret of the test";
const secret = "whsec_test";
let dataDir = "";
let db: Database;
let clock: TestClock;
let receiver: HookReceiver;
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
      nowMs: clock.nowMs,
      monotonicMs: () => performance.now(),
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
  fired_words: "down",
  words: "down",
  closed_by: null,
  closed_note: null,
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
  db = await openStore({ dataDir });
  clock = new TestClock(1_700_000_000_000);
  receiver = await startHookReceiver();
  writes = "work";
  await hook("hook", receiver.url);
});
afterEach(async () => {
  await receiver.close();
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the outbox", () => {
  it("delivers once, signed, with what happened and a key", async () => {
    const id = await queue("fired");
    const room = deliverer();
    await room.deliverDue();
    await room.deliverDue();
    expect(receiver.received).toHaveLength(1);
    const [got] = receiver.received;
    const [t, v1] = String(got?.headers["x-fleetdeck-signature"])
      .split(",")
      .map((part) => part.slice(part.indexOf("=") + 1));
    expect(v1).toBe(createHmac("sha256", secret).update(`${t}.${got?.body}`).digest("hex"));
    expect(got?.headers["idempotency-key"]).toBe(id);
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

  it("tries again after an outage, with growing pauses, and logs each attempt", async () => {
    receiver.answer(503);
    const id = await queue("fired");
    const room = deliverer();
    await room.deliverDue();
    expect(await log(id)).toMatchObject({ state: "waiting", next_at_ms: clock.nowMs() + 5_000 });
    await room.deliverDue();
    expect(receiver.received).toHaveLength(1);
    await clock.advance(5_000);
    await room.deliverDue();
    expect(await log(id)).toMatchObject({ state: "waiting", next_at_ms: clock.nowMs() + 10_000 });
    receiver.answer(204);
    await clock.advance(10_000);
    await room.deliverDue();
    const told = await log(id);
    expect(told?.state).toBe("delivered");
    expect(told?.attempts.map(({ status, error }) => [status, error])).toEqual([
      [503, "answered 503"],
      [503, "answered 503"],
      [204, null],
    ]);
    // The same key each time: who got it twice can know.
    expect(new Set(receiver.received.map(({ headers }) => headers["idempotency-key"]))).toEqual(
      new Set([id]),
    );
  });

  it("is dead after so many attempts, and stays so", async () => {
    receiver.answer(500);
    const id = await queue("fired");
    const room = deliverer();
    for (let at = 0; at < webhookLimits.attempts + 3; at += 1) {
      await room.deliverDue();
      await clock.advance(paces.deliveries.longestPauseMs);
    }
    expect(receiver.received).toHaveLength(webhookLimits.attempts);
    expect(await log(id)).toMatchObject({ state: "dead", next_at_ms: null });
  });

  it("lets no notice of an alert overtake an earlier one, and lets none of another wait for it", async () => {
    receiver.answer(500);
    await queue("fired");
    await clock.advance(1);
    const ended = await queue("resolved");
    await clock.advance(1);
    await queue("test");
    const room = deliverer();
    await room.deliverDue();
    const kinds = () => receiver.received.map(({ headers }) => headers["x-fleetdeck-event"]);
    expect(kinds()).toEqual(["fired", "test"]);
    receiver.answer(200);
    await clock.advance(60_000);
    await room.deliverDue();
    await room.deliverDue();
    expect(kinds().filter((kind) => kind !== "test")).toEqual(["fired", "fired", "resolved"]);
    expect((await log(ended))?.state).toBe("delivered");
  });

  it("sends again what it could not record: at least once, under the same key", async () => {
    const id = await queue("fired");
    writes = "fail";
    await deliverer().deliverDue();
    writes = "work";
    await deliverer().deliverDue();
    expect(receiver.received.map(({ headers }) => headers["idempotency-key"])).toEqual([id, id]);
    expect(await log(id)).toMatchObject({ state: "delivered" });
  });

  it("does not let a clock that was set back hold anything for longer than a pause", async () => {
    receiver.answer(500);
    await queue("fired");
    const room = deliverer();
    await room.deliverDue();
    clock.step(-86_400_000);
    await room.deliverDue();
    expect(receiver.received).toHaveLength(2);
  });

  it("delays nobody by a target that does not answer", async () => {
    await hook("silent", "http://127.0.0.1:9/");
    for (let at = 0; at < 40; at += 1)
      for (const webhookId of ["silent", "hook"]) await queue("test", webhookId);
    const sent: Record<string, number> = {};
    const room = new Deliverer({
      db,
      write: (work) => db.transaction().execute(work),
      post: async ({ url }) => {
        const to = url === receiver.url ? "hook" : "silent";
        sent[to] = (sent[to] ?? 0) + 1;
        if (to === "hook") return { status: 200, ms: 1, error: null };
        // A target that lets each notice run into its time limit.
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
    room.start();
    // Nine turns of five: as many as the one that answers needs by itself, and the first of the silent one's.
    for (let turn = 0; turn < 9; turn += 1) {
      const before = sent.hook ?? 0;
      await clock.advance(paces.deliveries.turnMs);
      const told = Math.min(40, before + sentPerTurn);
      await expect.poll(async () => 40 - (await waiting("hook")).length, { timeout: 30_000 }).toBe(told);
    }
    room.stop();
    expect(sent.hook).toBe(40);
    // One after the other, and none of them twice at once.
    expect(sent.silent).toBeLessThanOrEqual(4);
  });

  it("sends to one however much waits for another", async () => {
    await hook("behind", receiver.url);
    const rows = Array.from({ length: 2_100 }, (_, at) => ({
      ...{ id: `old-${at}`, webhook_id: "hook", alert_id: null, event: "test", title: "Test", body: "{}" },
      ...{ created_at_ms: 1, next_at_ms: clock.nowMs() + 60_000, attempts: 1 },
      ...{ state: "waiting" as const, done_at_ms: null },
    }));
    for (let at = 0; at < rows.length; at += 300)
      await db
        .insertInto("alert_deliveries")
        .values(rows.slice(at, at + 300))
        .execute();
    const id = await queue("test", "behind");
    await deliverer().deliverDue();
    expect(await log(id)).toMatchObject({ state: "delivered" });
    expect(receiver.received).toHaveLength(1);
  });

  it("says so when a target cannot be read under another session secret, and connects nowhere", async () => {
    await db
      .updateTable("webhooks")
      .set({ sealed: seal({ url: receiver.url, secret }, "hook", "an older secret") })
      .execute();
    const id = await queue("test");
    await deliverer().deliverDue();
    expect((await log(id))?.attempts[0]?.error).toContain("session secret");
    expect(receiver.received).toEqual([]);
  });

  it("sends nothing to a webhook that is off", async () => {
    await db.updateTable("webhooks").set({ enabled: 0 }).execute();
    await queue("fired");
    await deliverer().deliverDue();
    expect(receiver.received).toEqual([]);
  });
});

it("pauses double up to a bound, with half of each left to chance", () => {
  expect(pauseAfter(1, () => 1)).toBe(5_000);
  expect(pauseAfter(1, () => 0)).toBe(2_500);
  expect(pauseAfter(4, () => 1)).toBe(40_000);
  expect(pauseAfter(30, () => 1)).toBe(paces.deliveries.longestPauseMs);
});
