import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import type { RuleSetting, SignalReading } from "../../bff/alert-rules.ts";
import type { Database } from "../db/database.ts";
import { type Lease, LeaseLost, readLease, takeLease, withLease } from "../db/leases.ts";
import { closeAlert } from "./alert-closing.ts";
import { addRule, findRule, listRules, removeRule, setMute, setRule } from "./alert-rules.ts";
import { listAlerts } from "./alerts.ts";
import { Evaluator } from "./evaluator.ts";
import { readAlerts } from "./read-alerts.ts";
import type { SignalOutcome } from "./signal-outcome.ts";
import { addWebhook, changeWebhook } from "./webhooks.ts";

let dataDir = "";
let db: Database;
let clock: TestClock;
let lease: Lease;
let outcome: SignalOutcome;
let evaluator: Evaluator;
let ruleId = "";
const faults: unknown[] = [];

const setting: RuleSetting = {
  name: "Proxy down",
  signal: { kind: "proxy_down", checks: 2 },
  for_seconds: 10,
  clear_seconds: 10,
  remind_hours: 1,
  enabled: true,
  webhooks: ["hook"],
};
const reading = (verdict: SignalReading["verdict"], subject = "proxy-1"): SignalReading => ({
  subject,
  label: `name of ${subject}`,
  verdict,
  message: `${subject} is ${verdict}`,
});
const says = (...readings: SignalReading[]): SignalOutcome => ({ known: true, readings, absent: "unknown" });

async function win(holder: string): Promise<Lease> {
  const taken = await takeLease(db, { name: "recorder", holder, dead: await readLease(db, "recorder") });
  if (taken === undefined) throw new Error("the lease was not given");
  return taken;
}
const makeEvaluator = (held: Lease) =>
  new Evaluator({
    db,
    write: (work) => withLease(db, held, work),
    read: async () => outcome,
    clock,
    newId: () => crypto.randomUUID(),
    report: (_, error) => faults.push(error),
  });
/** Evaluates every five seconds for that time. */
async function look(seconds: number, by = evaluator) {
  for (let at = 0; at < seconds; at += 5) {
    await clock.advance(5_000);
    await by.evaluate();
  }
}
const events = async () =>
  (await db.selectFrom("alert_deliveries").select(["event", "title"]).orderBy("created_at_ms").execute()).map(
    ({ event, title }) => `${event} ${title}`,
  );
const alerts = () => db.selectFrom("alerts").selectAll().orderBy("fired_at_ms").execute();

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-alerts-"));
  db = await openEmptyStore(dataDir);
  clock = new TestClock(1_700_000_000_000);
  faults.length = 0;
  await addWebhook(db, {
    id: "hook",
    name: "pager",
    origin: "https://hooks.example.com",
    sealed: "-",
    enabled: 1,
    created_by: "ada",
    created_at_ms: 1,
  });
  ruleId = await addRule(db, setting, "ada", clock.nowMs());
  lease = await win("one");
  evaluator = makeEvaluator(lease);
  outcome = says(reading("bad"));
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("Evaluator", () => {
  it("opens one alert per subject, notifies once, and ends it after it stayed clear", async () => {
    outcome = says(reading("bad"), reading("bad", "proxy-2"), reading("clear", "proxy-3"));
    await look(10);
    expect(await events()).toEqual([]);
    await look(60);
    expect((await alerts()).map(({ subject }) => subject).sort()).toEqual(["proxy-1", "proxy-2"]);
    expect((await events()).sort()).toEqual([
      "fired Proxy down: name of proxy-1",
      "fired Proxy down: name of proxy-2",
    ]);
    outcome = says(reading("clear"), reading("bad", "proxy-2"), reading("clear", "proxy-3"));
    await look(30);
    expect((await events()).filter((text) => text.startsWith("resolved"))).toEqual([
      "resolved Proxy down: name of proxy-1",
    ]);
    const [first] = (await alerts()).filter(({ subject }) => subject === "proxy-1");
    expect(first).toMatchObject({
      resolved_why: "clear",
      message: "proxy-1 is clear",
      fired_message: "proxy-1 is bad",
    });
  });

  it("counts all open alerts, also beyond the limit of the list", async () => {
    const alertOf = (id: string, kind: string) => ({
      id,
      kind,
      rule_id: ruleId,
      rule_name: "any",
      subject: id,
      label: "",
      fired_at_ms: 1,
      fired_message: "",
      message: "",
      closed_by: null,
      closed_note: null,
      resolved_at_ms: null,
      resolved_why: null,
      limit_ms: null,
    });
    const rows = Array.from({ length: 600 }, (_, at) => alertOf(`p${at}`, "proxy_down"));
    const other = alertOf("later", "a kind of a later version");
    await db
      .insertInto("alerts")
      .values([...rows, other])
      .execute();
    await setMute(db, ruleId, { subject: "p7", minutes: 5 }, "ada", clock.nowMs());
    const now = { nowMs: clock.nowMs(), health: { state: "answering" } } as const;
    const { alerts, open, loud, complete } = await readAlerts(db, { state: "open", limit: 100 }, now);
    expect([alerts.length, open, loud, complete]).toEqual([100, 600, 599, false]);
    expect(await readAlerts(db, { state: "resolved" }, now)).toMatchObject({ open: 600, loud: 599 });
  });

  it("lists open alerts by severity and then age, and past ones page by page", async () => {
    const add = (id: string, kind: string, firedAtMs: number, resolvedAtMs: number | null) =>
      db
        .insertInto("alerts")
        .values({
          id,
          kind,
          rule_id: ruleId,
          rule_name: "any",
          subject: id,
          label: id,
          limit_ms: null,
          fired_at_ms: firedAtMs,
          fired_message: "",
          message: "",
          closed_by: null,
          closed_note: null,
          resolved_at_ms: resolvedAtMs,
          resolved_why: resolvedAtMs === null ? null : "clear",
        })
        .execute();
    await add("late-stuck", "stuck", 9, null);
    await add("early-down", "proxy_down", 2, null);
    await add("late-down", "proxy_down", 3, null);
    for (const [id, at] of [
      ["a", 5],
      ["b", 7],
      ["c", 5],
      ["d", 5],
    ] as const)
      await add(id, "proxy_down", 1, at);
    const now = { nowMs: clock.nowMs(), health: { state: "answering" } } as const;
    const open = await readAlerts(db, { state: "open" }, now);
    expect(open.alerts.map(({ id }) => id)).toEqual(["late-down", "early-down", "late-stuck"]);
    expect(open.next_cursor).toBeNull();
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await readAlerts(db, { state: "resolved", limit: 2, cursor }, now);
      pages.push(page.alerts.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([
      ["b", "a"],
      ["c", "d"],
    ]);
  });

  it("keeps the newest limit of stuck invocations, also when none is open any more", async () => {
    outcome = says({ ...reading("bad", "shop/buy"), limit_ms: 60_000 });
    await look(15);
    expect(await alerts()).toMatchObject([{ limit_ms: 60_000 }]);
    outcome = says({ ...reading("bad", "shop/buy"), message: "two", limit_ms: 65_000 });
    await look(5);
    expect(await listAlerts(db, { state: "open", limit: 1, nowMs: clock.nowMs() })).toMatchObject([
      { message: "two", limit_ms: 65_000 },
    ]);
    outcome = { known: true, readings: [], absent: "clear" };
    await look(20);
    expect(await alerts()).toMatchObject([{ resolved_why: "clear", limit_ms: 65_000 }]);
  });

  it("tells whether an alert or its whole rule is muted", async () => {
    await look(15);
    const read = async () =>
      (await readAlerts(db, { state: "open" }, { nowMs: clock.nowMs(), health })).alerts.map((each) => [
        each.muted_until_ms !== null,
        each.rule_muted,
      ]);
    const health = { state: "answering" } as const;
    expect(await read()).toEqual([[false, false]]);
    await setMute(db, ruleId, { subject: "proxy-1", minutes: 10 }, "ada", clock.nowMs());
    expect(await read()).toEqual([[true, false]]);
    await setMute(db, ruleId, { subject: "", minutes: 10 }, "ada", clock.nowMs());
    expect(await read()).toEqual([[true, true]]);
  });

  it("reminds at most once an hour", async () => {
    await look(15);
    const ageQuietByAnHour = () => db.updateTable("alert_states").set({ quiet_ms: 3_590_000 }).execute();
    for (let hour = 0; hour < 2; hour += 1) {
      await look(60);
      await ageQuietByAnHour();
      await look(30);
    }
    expect((await events()).map((text) => text.split(" ")[0])).toEqual(["fired", "reminded", "reminded"]);
  });

  it("does not notify again after a restart, a failover, or a change of the clock", async () => {
    await look(20);
    const again = makeEvaluator(lease);
    await look(60, again);
    const other = makeEvaluator(await win("two"));
    await look(60, other);
    clock.step(86_400_000);
    await look(60, other);
    clock.step(-2 * 86_400_000);
    await look(60, other);
    expect((await events()).map((text) => text.split(" ")[0])).toEqual(["fired"]);
    expect(await alerts()).toHaveLength(1);
    // The evaluator without the lease changes nothing.
    outcome = says(reading("bad", "proxy-9"));
    await expect(again.evaluate()).rejects.toThrow(LeaseLost);
    expect(await alerts()).toHaveLength(1);
  });

  it("does not fire because the clock is set while pending", async () => {
    await look(5);
    clock.step(86_400_000);
    await look(5);
    expect(await alerts()).toEqual([]);
    expect((await listRules(db, clock.nowMs()))[0]?.subjects[0]?.state).toBe("pending");
  });

  it("treats missing data as unknown: neither fires nor resolves, and gives the reason", async () => {
    outcome = { known: false, message: "the API does not answer" };
    await look(60);
    expect(await alerts()).toEqual([]);
    outcome = says(reading("bad"));
    await look(20);
    outcome = { known: false, message: "the API does not answer" };
    await db.updateTable("alert_states").set({ quiet_ms: 3_600_000 }).execute();
    await look(60);
    expect((await alerts())[0]?.resolved_at_ms).toBeNull();
    expect(await events()).toHaveLength(1);
    expect((await listRules(db, clock.nowMs()))[0]?.subjects).toEqual([
      {
        subject: "proxy-1",
        label: "name of proxy-1",
        state: "firing",
        known: false,
        message: "the API does not answer",
      },
    ]);
    // The same without data of only this subject.
    outcome = says(reading("clear", "proxy-2"));
    await look(60);
    expect((await alerts())[0]?.resolved_at_ms).toBeNull();
  });

  it("keeps alerts without data open, with the time since, and allows closing after a minute", async () => {
    const open = async () => (await listAlerts(db, { state: "open", limit: 9, nowMs: clock.nowMs() }))[0];
    const close = async () =>
      closeAlert(db, (await open())?.id ?? "", { by: "bo", note: "it was sold", nowMs: clock.nowMs() });
    await look(20);
    expect(await open()).toMatchObject({ known: true, no_data_since_ms: null, closable: false });
    await expect(close()).rejects.toMatchObject({ status: 409, code: "has_data" });
    outcome = says(reading("clear", "proxy-2"));
    await look(5);
    const sinceMs = clock.nowMs();
    await look(30);
    expect(await open()).toMatchObject({ known: false, no_data_since_ms: sinceMs, closable: false });
    await expect(close()).rejects.toMatchObject({ code: "has_data" });
    // Data in between restarts the time.
    outcome = says(reading("bad"));
    await look(5);
    expect(await open()).toMatchObject({ known: true, no_data_since_ms: null });
    outcome = says(reading("clear", "proxy-2"));
    await look(65);
    expect(await open()).toMatchObject({ closable: true, message: "proxy-1 is bad", notifies_end: true });
    const id = (await open())?.id;
    await close();
    expect((await alerts())[0]).toMatchObject({
      resolved_why: "closed",
      closed_by: "bo",
      closed_note: "it was sold",
    });
    expect((await events()).map((text) => text.split(" ")[0])).toEqual(["fired", "resolved"]);
    const again = { by: "bo", note: "again", nowMs: clock.nowMs() };
    await expect(closeAlert(db, id ?? "", again)).rejects.toMatchObject({ code: "already_over" });
    await expect(closeAlert(db, "nobody", again)).rejects.toMatchObject({ status: 404 });
    await look(60);
    expect(await alerts()).toHaveLength(1);
    // Bad data opens a new alert.
    outcome = says(reading("bad"));
    await look(20);
    expect(await alerts()).toHaveLength(2);
    await db.deleteFrom("webhooks").execute();
    expect(await open()).toMatchObject({ notifies_end: false });
    expect(faults).toEqual([]);
  });

  it("resolves alerts of deleted subjects and deletes their state", async () => {
    await look(20);
    outcome = { known: true, readings: [], absent: "unknown", gone: new Set(["proxy-1"]) };
    await look(20);
    expect((await alerts())[0]).toMatchObject({ resolved_why: "gone", message: "the proxy was deleted" });
    expect((await listRules(db, clock.nowMs()))[0]?.subjects).toEqual([]);
  });

  it("does not notify while a rule or subject is muted, and notifies when the mute ends", async () => {
    await setMute(db, ruleId, { subject: "proxy-1", minutes: 10 }, "ada", clock.nowMs());
    outcome = says(reading("bad"), reading("bad", "proxy-2"));
    await look(60);
    expect(await alerts()).toHaveLength(2);
    expect(await events()).toEqual(["fired Proxy down: name of proxy-2"]);
    await look(600);
    expect((await events()).filter((text) => text.startsWith("fired"))).toHaveLength(2);
  });

  it("notifies a webhook that is chosen or turned on while an alert is open, once, and of its end", async () => {
    const add = (id: string, enabled: number) =>
      addWebhook(db, {
        id,
        name: id,
        origin: "https://hooks.example.com",
        sealed: "-",
        enabled,
        created_by: "ada",
        created_at_ms: 2,
      });
    const sent = async () =>
      (
        await db
          .selectFrom("alert_deliveries")
          .select(["webhook_id", "event"])
          .orderBy("created_at_ms")
          .orderBy("webhook_id")
          .execute()
      ).map(({ webhook_id, event }) => `${webhook_id} ${event}`);
    const choose = (...webhooks: string[]) =>
      setRule(db, ruleId, { ...setting, webhooks }, { nowMs: clock.nowMs() });
    await look(20);
    await add("late", 1);
    await add("off", 0);
    await choose("hook", "late", "off");
    await setMute(db, ruleId, { subject: "", minutes: 1 }, "ada", clock.nowMs());
    await look(30);
    expect(await sent()).toEqual(["hook fired"]);
    await look(60);
    expect(await sent()).toEqual(["hook fired", "late fired"]);
    // Nothing is known, and then it clears: no time to say that it fires.
    await changeWebhook(db, "off", { enabled: true });
    outcome = { known: false, message: "the API does not answer" };
    await look(10);
    outcome = says(reading("clear"));
    await look(5);
    outcome = says(reading("bad"));
    expect(await sent()).toHaveLength(2);
    await look(10);
    await changeWebhook(db, "off", { enabled: false });
    await look(10);
    await changeWebhook(db, "off", { enabled: true });
    await look(30, makeEvaluator(await win("two")));
    expect(await sent()).toEqual(["hook fired", "late fired", "off fired"]);
    // Who is notified late is not reminded in place of it.
    await add("later", 1);
    await choose("hook", "late", "later");
    await db.updateTable("alert_states").set({ quiet_ms: 3_600_000 }).execute();
    const other = makeEvaluator(await win("three"));
    await look(10, other);
    expect((await sent()).slice(3)).toEqual(["hook reminded", "late reminded", "later fired"]);
    outcome = says(reading("clear"));
    await look(20, other);
    expect((await sent()).slice(6)).toEqual([
      "hook resolved",
      "late resolved",
      "later resolved",
      "off resolved",
    ]);
  });

  it("ends alerts of a changed, disabled or deleted rule, and notifies their receivers", async () => {
    await look(20);
    await setRule(db, ruleId, { ...setting, name: "renamed" }, { nowMs: clock.nowMs() });
    expect((await alerts())[0]?.resolved_at_ms).toBeNull();
    await setRule(db, ruleId, { ...setting, enabled: false }, { nowMs: clock.nowMs() });
    expect((await alerts())[0]).toMatchObject({ resolved_why: "rule_off" });
    expect(await events()).toHaveLength(2);
    await look(60);
    expect(await alerts()).toHaveLength(1);
    await setRule(db, ruleId, setting, { nowMs: clock.nowMs() });
    await look(20);
    await removeRule(db, ruleId, clock.nowMs());
    expect((await alerts()).map(({ resolved_why }) => resolved_why)).toEqual(["rule_off", "rule_deleted"]);
    expect(await db.selectFrom("alert_states").selectAll().execute()).toEqual([]);
  });

  it("keeps alerts open when their rule is edited without a change of its signal, in whatever order its keys are stored", async () => {
    const of = (rule: RuleSetting["signal"]) => ({ ...setting, signal: rule });
    const share = { kind: "failure_share", percent: 20, window_minutes: 15, least: 20 } as const;
    await setRule(db, ruleId, of(share), { nowMs: clock.nowMs() });
    await look(20);
    const { signal } = await findRule(db, ruleId, clock.nowMs());
    await setRule(db, ruleId, { ...of(signal), name: "renamed" }, { nowMs: clock.nowMs() });
    expect(await alerts()).toMatchObject([{ resolved_why: null }]);
    await setRule(db, ruleId, of({ ...share, percent: 30 }), { nowMs: clock.nowMs() });
    expect(await alerts()).toMatchObject([{ resolved_why: "rule_changed" }]);
  });

  it("writes an alert and its notice in one transaction", async () => {
    const dying = new Evaluator({
      db,
      write: (work) =>
        withLease(db, lease, async (trx) => {
          await work(trx);
          throw new Error("killed");
        }),
      read: async () => outcome,
      clock,
      newId: () => crypto.randomUUID(),
      report: () => {},
    });
    await look(15);
    const before = await events();
    for (let at = 0; at < 10; at += 1) {
      await clock.advance(5_000);
      await dying.evaluate().catch(() => undefined);
    }
    expect(await events()).toEqual(before);
    await look(30);
    expect(await alerts()).toHaveLength(1);
    expect(await events()).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});
