// Acts joined from the rows of the audit when they are read: the same in the embedded file and in PostgreSQL.
import { buffer, text } from "node:stream/consumers";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { ActFilters, ActListQuery } from "../../lib/bff/audit.ts";
import { formatAct } from "../../lib/format/act-messages.ts";
import { closeAct, earlierAct, openAct } from "../../lib/server/audit/acts.ts";
import { type AuditEvent, appendAudit } from "../../lib/server/audit/audit-chain.ts";
import { listActs } from "../../lib/server/audit/audited-acts.ts";
import { actsFileName, exportActs } from "../../lib/server/audit/export-acts.ts";
import { listAudit } from "../../lib/server/audit/list-audit.ts";
import { recordRefusal } from "../../lib/server/audit/refusals.ts";
import type { Database } from "../../lib/server/db/database.ts";
import { upsertResources } from "../../lib/server/inventory/resource-writes.ts";
import { storeKinds, testInStore } from "../support/dashboard/store-for-tests.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";

const startMs = 1_700_000_000_000;
const nowMs = startMs + 3_600_000;
const who = { actor: "ada", role: "operator", ip: "10.1.2.3" };

type Row = Partial<AuditEvent> & Pick<AuditEvent, "requestId" | "action" | "phase">;

/** The audit of the tests: rows in the order written, of acts that overlap. */
const rows: readonly (readonly [atMs: number, row: Row])[] = [
  [0, { requestId: "r-in", actor: "bob", action: "signIn", phase: "event", status: 200 }],
  [1_000, { requestId: "r-ok", action: "checkProxy", target: "px1", phase: "intended", reason: "=slow?" }],
  [1_500, { requestId: "r-bad", action: "deleteBrowser", target: "s1", phase: "intended" }],
  [2_200, { requestId: "r-ok", action: "checkProxy", target: "px1", phase: "answered", status: 200 }],
  [
    2_500,
    {
      requestId: "r-bad",
      action: "deleteBrowser",
      target: "s1",
      phase: "answered",
      status: 404,
      code: "not_found",
    },
  ],
  [3_000, { requestId: "r-new", action: "createInvocation", target: "shop v1 buy", phase: "intended" }],
  [3_300, { requestId: "r-new", action: "createInvocation", target: "inv1", phase: "answered", status: 200 }],
  [4_000, { requestId: "r-cut", action: "flushPool", target: "po1", phase: "intended" }],
  [9_000, { requestId: "r-cut", action: "flushPool", target: "po1", phase: "unknown", code: "no_outcome" }],
  [10_000, { requestId: "r-lost", action: "flushPool", target: "po1", phase: "intended" }],
  [11_000, { requestId: "r-late", action: "flushPool", target: "po2", phase: "intended" }],
  [
    12_000,
    { requestId: "r-late", action: "flushPool", target: "po2", phase: "unknown", code: "upstream_timeout" },
  ],
  [13_000, { requestId: "r-late", action: "flushPool", target: "po2", phase: "answered", status: 204 }],
  [
    14_000,
    {
      requestId: "r-no",
      actor: "vic",
      action: "checkProxy",
      target: "/api/proxies/px1/check",
      phase: "denied",
      status: 403,
      count: 3,
    },
  ],
];

async function fill(db: Database): Promise<void> {
  for (const [atMs, row] of rows) await appendAudit(db, { ...who, ...row }, startMs + atMs);
  await openAct(
    db,
    { ...who, requestId: "r-now", action: "startReplay", target: "s1" },
    undefined,
    startMs + 15_000,
  );
  const resource = { source: "listProxies", atMs: startMs };
  await upsertResources(db, [
    { ...resource, kind: "proxy", id: "px1", name: "mobile-tokyo" },
    { ...resource, kind: "pool", id: "po1", name: "checkout_eu" },
  ]);
}

describe.each(storeKinds)("acts in %s", (store) => {
  let db: Database;
  const test = testInStore(store, async (opened) => {
    db = opened;
    await fill(db);
  });
  const list = (filters: ActListQuery = {}) => listActs(db, { limit: 50, ...filters }, nowMs);
  const requests = async (filters: ActFilters) =>
    (await list(filters)).acts.map(({ request_id: id }) => id.slice(2)).join(" ");

  test("each is one, newest first, with its outcome, time and phases", async () => {
    const { acts, hasMore } = await list();
    const shown = acts.map(({ request_id: id, outcome, status, code, duration_ms: ms, phases }) =>
      [id.slice(2), outcome, status, code, ms, phases.map(({ phase }) => phase).join("+")].join(" "),
    );
    expect(shown).toEqual([
      "now running    intended",
      "no refused 403   denied",
      "late ok 204  2000 intended+unknown+answered",
      "lost unknown    intended",
      "cut unknown  no_outcome 5000 intended+unknown",
      "new ok 200  300 intended+answered",
      "bad failed 404 not_found 1000 intended+answered",
      "ok ok 200  1200 intended+answered",
      "in ok 200   event",
    ]);
    expect(hasMore).toBe(false);
    expect(acts.map(({ count }) => count).filter((count) => count > 1)).toEqual([3]);
    expect(await firstBrokenRow(db)).toBeUndefined();
  });

  test("each has the resource that it was done to or made, with its name", async () => {
    const objects = Object.fromEntries(
      (await list()).acts.map(({ request_id: id, object }) => [id.slice(2), object]),
    );
    const tokyo = { kind: "proxy", id: "px1", name: "mobile-tokyo" };
    expect(objects).toMatchObject({
      ok: tokyo,
      no: tokyo,
      cut: { kind: "pool", id: "po1", name: "checkout_eu" },
      bad: { kind: "session", id: "s1", name: null },
      new: { kind: "invocation", id: "inv1" },
      in: null,
    });
  });

  test("filters by person, act, outcome, object, request and time, and by all of them at once", async () => {
    expect(await requests({ actor: "bob" })).toBe("in");
    expect(await requests({ action: "flushPool" })).toBe("late lost cut");
    expect(await requests({ outcome: "ok" })).toBe("late new ok in");
    expect(await requests({ outcome: "failed" })).toBe("bad");
    expect(await requests({ outcome: "refused" })).toBe("no");
    expect(await requests({ outcome: "unknown" })).toBe("lost cut");
    expect(await requests({ outcome: "running" })).toBe("now");
    expect(await requests({ request_id: "r-late" })).toBe("late");
    expect(await requests({ target: "PX1" })).toBe("no ok");
    expect(await requests({ target: "inv1" })).toBe("new");
    expect(await requests({ target: "checkout_" })).toBe("lost cut");
    expect(await requests({ target: "checkout%" })).toBe("");
    const at = (ms: number) => new Date(startMs + ms).toISOString();
    // An act belongs to the time at which it began.
    expect(await requests({ since: at(1_500), until: at(3_000) })).toBe("bad");
    expect(await requests({ since: "1h" })).toContain("ok in");
    expect(await requests({ since: "5s" })).toBe("");
    expect(await requests({ action: "flushPool", outcome: "unknown", since: at(5_000) })).toBe("lost");
  });

  test("pages by act", async () => {
    const page = async (offset: number) => {
      const { acts, hasMore } = await list({ limit: 3, offset, actor: "ada" });
      return [acts.map(({ request_id: id }) => id.slice(2)).join(" "), hasMore];
    };
    expect(await page(0)).toEqual(["now late lost", true]);
    expect(await page(3)).toEqual(["cut new bad", true]);
    expect(await page(6)).toEqual(["ok", false]);
  });

  describe("on what operators made in the dashboard", () => {
    const target = { rule: "rule-1", webhook: "hook-1", alert: "alert-1" };
    const act = (action: string, id: string) => ({ ...who, requestId: `r-${action}`, action, target: id });

    async function done(action: string, id: string) {
      await openAct(db, act(action, id), undefined, startMs + 20_000);
      await closeAct(db, act(action, id), { phase: "answered", status: 200 }, startMs + 20_100);
    }
    const sentence = async (action: string) =>
      formatAct((await list({ action })).acts[0] ?? expect.unreachable());

    test("has its name at the time of the act, also after it was renamed and deleted", async () => {
      const made = { created_by: "ada", created_at_ms: startMs, enabled: 1 };
      const times = { for_ms: 0, clear_ms: 0, remind_ms: 0, updated_at_ms: startMs };
      await db
        .insertInto("alert_rules")
        .values({ id: target.rule, name: "Checkout fails", signal: "{}", webhooks: "[]", ...times, ...made })
        .execute();
      await db
        .insertInto("webhooks")
        .values({ id: target.webhook, name: "On call", origin: "https://a.example", sealed: "", ...made })
        .execute();
      const texts = { kind: "stuck", subject: "buy", label: "buy", fired_message: "", message: "" };
      const ends = { fired_at_ms: startMs, resolved_at_ms: null, resolved_why: null, limit_ms: null };
      const closed = { closed_by: null, closed_note: null };
      await db
        .insertInto("alerts")
        .values({
          id: target.alert,
          rule_id: "rule-1",
          rule_name: "Checkout fails",
          ...texts,
          ...ends,
          ...closed,
        })
        .execute();

      // Records of earlier versions have no name.
      await appendAudit(db, { ...act("muteAlertRule", target.rule), phase: "event", status: 200 }, startMs);
      expect(await sentence("muteAlertRule")).toBe("ada set the mute of alert rule Checkout fails");
      await done("updateAlertRule", target.rule);
      await done("updateWebhook", target.webhook);
      await done("closeAlert", target.alert);
      await db.updateTable("alert_rules").set({ name: "Payment fails" }).execute();
      const refused = act("deleteAlertRule", `/api/alerts/rules/${target.rule}`);
      // Equal ones of a minute are one record.
      await recordRefusal(db, { ...refused, actor: store });
      for (const table of ["alert_rules", "webhooks", "alerts"] as const)
        await db.deleteFrom(table).execute();

      expect(await sentence("updateAlertRule")).toBe("ada edited alert rule Checkout fails");
      expect(await sentence("updateWebhook")).toBe("ada edited webhook On call");
      expect(await sentence("closeAlert")).toBe("ada closed alert Checkout fails: buy");
      expect(await sentence("deleteAlertRule")).toBe(`${store} tried to delete alert rule Payment fails`);
      expect(await requests({ target: "on CALL" })).toBe("updateWebhook");
      expect((await list({ action: "deleteAlertRule" })).acts[0]?.object).toEqual({
        kind: "alert_rule",
        id: target.rule,
        name: "Payment fails",
      });
      const csv = await text(exportActs(db, { format: "csv", target: "on call" }, nowMs));
      expect(csv).toContain(",webhook,hook-1,On call,");
      expect(await firstBrokenRow(db)).toBeUndefined();
    });
  });

  describe("of acts on many", () => {
    const batchId = "3f9c1c52-7a51-4d0e-9a53-0c3a44d8f6b1";
    const end = (requestId: string, more: Partial<AuditEvent> = {}) => ({
      ...who,
      actor: "mia",
      requestId,
      action: "deleteBrowser",
      target: requestId,
      batchId,
      ...more,
    });
    const shown = async (filters: ActListQuery = {}) =>
      (await list({ actor: "mia", fold: true, ...filters })).acts.map(
        ({ request_id: id, outcome, duration_ms: ms, ...act }) =>
          [id, outcome, ms ?? "–", formatAct({ ...act, request_id: id, outcome, duration_ms: ms })].join(" "),
      );

    test("one is an item with the outcomes of its acts, where a filter does not part them", async () => {
      const atMs = startMs + 30_000;
      const failed = { status: 504, code: "upstream_timeout" };
      await appendAudit(db, { ...end("m1"), phase: "intended" }, atMs);
      await appendAudit(db, { ...end("m2"), phase: "intended" }, atMs + 10);
      await appendAudit(
        db,
        { ...end("m-else", { action: "checkProxy", batchId: undefined }), phase: "event", status: 200 },
        atMs + 20,
      );
      await appendAudit(db, { ...end("m1"), phase: "answered", status: 204 }, atMs + 500);
      await openAct(db, end("m3"), undefined, atMs + 600);
      await appendAudit(db, { ...end("m2"), phase: "answered", ...failed }, atMs + 700);
      expect(await shown()).toEqual([
        "m-else ok – mia checked proxy m-else",
        "m1 running – mia started to end 3 browsers",
      ]);
      await closeAct(db, end("m3"), { phase: "answered", status: 204 }, atMs + 1_500);
      // Acts of another person and of another operation are not in the batch.
      await appendAudit(db, { ...end("x1", { actor: "noa" }), phase: "event", status: 200 }, atMs + 1_600);
      await appendAudit(
        db,
        { ...end("m4", { action: "checkProxy" }), phase: "event", status: 200 },
        atMs + 1_700,
      );
      expect(await shown()).toEqual([
        "m4 ok – mia checked proxy m4",
        "m-else ok – mia checked proxy m-else",
        "m1 failed 1500 mia ended 3 browsers",
      ]);
      const { acts } = await list({ actor: "mia", fold: true });
      expect(acts.at(-1)?.parts).toEqual({ ok: 2, failed: 1, refused: 0, unknown: 0, running: 0 });
      expect(acts.map(({ parts }) => parts === undefined)).toEqual([true, true, false]);

      // From a time in its middle on, it is at its first act since then.
      const since = new Date(atMs + 600).toISOString();
      expect((await shown({ since })).at(-1)).toBe("m3 failed 900 mia ended 3 browsers");

      // A page is of items.
      const second = await listActs(db, { actor: "mia", fold: true, limit: 1, offset: 2 }, nowMs);
      expect([second.acts.map((act) => act.request_id), second.hasMore]).toEqual([["m1"], false]);
      const single = { batch_id: batchId, action: "deleteBrowser" };
      expect(await shown({ outcome: "failed" })).toEqual(["m2 failed 690 mia tried to end browser m2"]);
      expect((await shown(single)).map((line) => line.slice(0, 2))).toEqual(["m3", "m2", "m1"]);
      expect((await shown({ target: "m3" })).map((line) => line.slice(0, 2))).toEqual(["m3"]);
      const csv = await text(exportActs(db, { format: "csv", ...single, actor: "mia" }, nowMs));
      expect(
        csv
          .trim()
          .split("\r\n")
          .slice(1)
          .every((line) => line.endsWith(`,${batchId}`)),
      ).toBe(true);
      expect(csv.trim().split("\r\n")).toHaveLength(4);
      expect(await firstBrokenRow(db)).toBeUndefined();
    });
  });

  test("T42 exports what matches, as CSV without formulas and as JSON", async () => {
    const bytes = await buffer(exportActs(db, { format: "csv", target: "px1" }, nowMs));
    const csv = bytes.toString("utf8");
    const [head = "", refused = "", checked = "", end] = csv.split("\r\n");
    expect(head).toMatch(/^\ufeffat,act,outcome,/);
    expect(refused).toContain("vic tried to check proxy mobile-tokyo,refused,403");
    expect(checked).toContain("ada checked proxy mobile-tokyo,ok,200,,1200,'=slow?,1,ada");
    expect(end).toBe("");
    expect(refused).toMatch(/^2023-11-14T22:13:34\.000Z,/);
    const file = JSON.parse(await text(exportActs(db, { format: "json", outcome: "unknown" }, nowMs)));
    expect(file).toMatchObject({ filters: { outcome: "unknown" }, count: 2, complete: true });
    expect(file.acts.map(({ text: said }: { text: string }) => said)).toEqual([
      "ada tried to flush pool checkout_eu",
      "ada tried to flush pool checkout_eu",
    ]);
  });

  test("an act whose beginning was deleted by age is one by its outcome", async () => {
    const event = { ...who, requestId: "r-old", action: "checkProxy", target: "px1" };
    await appendAudit(db, { ...event, phase: "answered", status: 200 }, startMs + 16_000);
    const { acts } = await list({ request_id: "r-old" });
    expect(acts).toMatchObject([{ outcome: "ok", duration_ms: null, phases: [{ phase: "answered" }] }]);
  });

  test("a key is another act's ten minutes after its act ended or died", async () => {
    const once = { userId: "u1", key: "key-of-each-night", fingerprint: "f1" };
    const night = (requestId: string) => ({ ...who, requestId, action: "flushPool", target: "po1" });
    const olderBy = (ms: number) =>
      sql`update acts set ended_at_ms = ended_at_ms - ${ms}, expires_at_ms = expires_at_ms - ${ms}`.execute(
        db,
      );
    await openAct(db, night("n1"), once, startMs);
    await expect(openAct(db, night("n2"), once, startMs)).rejects.toMatchObject({ code: "act_in_progress" });
    await olderBy(61_000);
    expect(await earlierAct(db, once)).toMatchObject({ requestId: "n1", ended: true, reply: null });
    await olderBy(600_000);
    await openAct(db, night("n2"), once, startMs);
    await closeAct(db, night("n2"), { phase: "answered", status: 204, reply: "done" }, startMs);
    expect(await earlierAct(db, once)).toMatchObject({ requestId: "n2", ended: true, reply: "done" });
    await olderBy(601_000);
    expect(await earlierAct(db, once)).toBeUndefined();
    await openAct(db, night("n3"), once, startMs);
    expect(await earlierAct(db, once)).toMatchObject({ requestId: "n3", ended: false });
  });

  test("the rows of an object are those of its parts too", async () => {
    for (const target of ["s9/712", 's9 "/tmp/ä b"', "s9", "s90"])
      await appendAudit(
        db,
        { ...who, requestId: target, action: "killProcess", target, phase: "event" },
        nowMs,
      );
    const { entries } = await listAudit(db, { target: "s9" });
    expect(entries.map(({ target }) => target)).toEqual(["s9", 's9 "/tmp/ä b"', "s9/712"]);
  });

  test("the rows of a time are those of acts of which a row is in it, however many are later", async () => {
    const write = (requestId: string, atMs: number, phase: AuditEvent["phase"] = "event") =>
      appendAudit(db, { ...who, requestId, action: "readFile", target: "s8", phase }, atMs);
    await write("t-before", startMs - 1);
    await write("t-across", startMs, "intended");
    await write("t-across", startMs + 90_000, "answered");
    for (const at of [1, 2, 3]) await write(`t-after-${at}`, startMs + 60_000 + at);
    const iso = (ms: number) => new Date(ms).toISOString();
    const range = { since: iso(startMs), until: iso(startMs + 60_000) };
    const { entries } = await listAudit(db, { target: "s8", ...range, limit: 3 });
    expect(entries.map(({ request_id, phase }) => [request_id, phase])).toEqual([
      ["t-across", "answered"],
      ["t-across", "intended"],
    ]);
  });

  test("of a pool on a browser names both, and is found by either", async () => {
    const pooled = async (requestId: string, action: string, target: string, answered: string) => {
      const act = { ...who, actor: "pat", requestId, action };
      await appendAudit(db, { ...act, target, phase: "intended" }, startMs + 16_000);
      await appendAudit(db, { ...act, target: answered, phase: "answered", status: 200 }, startMs + 17_000);
    };
    // Records of earlier versions have the pool alone.
    await pooled("p-old", "acquireBrowser", "po1", "po1");
    await pooled("p-get", "acquireBrowser", "po1", "s7");
    await pooled("p-give", "releaseBrowser", "po1 (s7)", "s7");
    await pooled("p-ext", "uploadBrowserExtensions", "s7", "s7 a.zip b.zip");
    const of = async (target: string) => (await list({ actor: "pat", target })).acts.map(formatAct);
    const given = "pat released a browser to pool checkout_eu (s7)";
    const acquired = "pat acquired a browser from pool checkout_eu";
    const loaded = "pat loaded extensions into browser s7 a.zip b.zip";
    expect(await of("s7")).toEqual([loaded, given, `${acquired} (s7)`]);
    expect(await of("po1")).toEqual([given, `${acquired} (s7)`, acquired]);
    const { entries } = await listAudit(db, { target: "s7", phase: "answered" });
    expect(entries.map(({ action, intended_target: asked }) => [action, asked])).toEqual([
      ["uploadBrowserExtensions", "s7"],
      ["releaseBrowser", "po1 (s7)"],
      ["acquireBrowser", "po1"],
    ]);
  });

  test("of a release the rows without an answer are those of its browser, too", async () => {
    const release = async (requestId: string, target: string, phase: AuditEvent["phase"]) =>
      await appendAudit(db, { ...who, requestId, action: "releaseBrowser", target, phase }, nowMs);
    await release("u1", "checkout eu (s_1)", "intended");
    await release("u1", "checkout eu (s_1)", "unknown");
    await release("u2", "po1 (s_1, not reused)", "intended");
    for (const other of ["po1 (s_11)", "po1 (sx1)", "po1 (S_1)"]) await release("u3", other, "intended");
    const { entries } = await listAudit(db, { target: "s_1" });
    expect(entries.map(({ request_id, phase }) => [request_id, phase])).toEqual([
      ["u2", "intended"],
      ["u1", "unknown"],
      ["u1", "intended"],
    ]);
  });

  test("are exported with times in the given zone, also where its offset changed in between", async () => {
    for (const [requestId, at] of [
      ["z1", "2023-11-14T22:13:20Z"],
      ["z2", "2024-07-01T12:00:00.5Z"],
    ] as const) {
      const act = { ...who, actor: "tia", requestId, action: "flushPool", target: "po1" };
      await appendAudit(db, { ...act, phase: "event" }, Date.parse(at));
    }
    const query = { actor: "tia", zone: "Europe/Berlin" };
    const csv = await text(exportActs(db, { format: "csv", ...query }, nowMs));
    expect(
      csv
        .trim()
        .split("\r\n")
        .map((line) => line.split(",", 1)[0]),
    ).toEqual(["at", "2024-07-01T14:00:00.500+02:00", "2023-11-14T23:13:20.000+01:00"]);
    const json = JSON.parse(await text(exportActs(db, { format: "json", ...query }, nowMs)));
    expect(json).toMatchObject({ zone: query.zone, filters: { actor: "tia" }, count: 2 });
    expect(json.exported_at).toBe("2023-11-15T00:13:20.000+01:00");
    expect(actsFileName({ format: "csv", zone: query.zone }, "eu/live", nowMs)).toBe(
      "audit-eu_live-20231114T231320Z-Europe-Berlin.csv",
    );
    expect(actsFileName({ format: "json" }, "", nowMs)).toBe("audit-local-20231114T231320Z-UTC.json");
    expect(() => exportActs(db, { format: "csv", zone: "Europe/Nowhere" }, nowMs)).toThrow(
      "Europe/Nowhere is no time zone.",
    );
  });

  test("an upload names what came with it, which was not known when it began", async () => {
    const upload = { ...who, requestId: "r-up", action: "createDeployment" };
    await appendAudit(db, { ...upload, phase: "intended" }, startMs + 16_000);
    const answered = { ...upload, target: "a.zip v1", phase: "answered", status: 201 } as const;
    await appendAudit(db, answered, startMs + 17_000);
    const [act] = (await list()).acts;
    expect(act && formatAct(act)).toBe("ada deployed a.zip v1");
  });
});

describe.each(storeKinds)("an audit of 30,000 rows in %s", (store) => {
  let db: Database;
  const test = testInStore(store, async (opened) => {
    db = opened;
    const rest = { ...who, reason: "", previous_hash: "", hash: "", status: null, code: null };
    const row = (seq: number) => ({
      ...rest,
      seq,
      at_ms: startMs + seq,
      request_id: `r${Math.ceil(seq / 2)}`,
      action: seq <= 10 ? "createInvocation" : "checkProxy",
      target: seq === 8 ? "inv4" : `px${Math.ceil(seq / 2) % 7}`,
      phase: seq % 2 === 1 ? "intended" : "answered",
    });
    for (let from = 1; from <= 30_000; from += 1_000)
      await db
        .insertInto("audit")
        .values(Array.from({ length: 1_000 }, (_, at) => row(from + at)))
        .execute();
  });

  test("is looked through for the few acts that match, with turns for others in between", async () => {
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    const found = await Promise.all([
      listActs(db, { target: "INV4" }, nowMs),
      listActs(db, { target: "nowhere" }, nowMs),
      listActs(db, { action: "createInvocation", limit: 3, offset: 1 }, nowMs),
      listActs(db, { target: "px3", limit: 2, offset: 2_000 }, nowMs),
      listActs(
        db,
        { until: new Date(startMs + 20).toISOString(), since: new Date(startMs + 15).toISOString() },
        nowMs,
      ),
    ]);
    clearImmediate(next);
    expect(found.map(({ acts, hasMore }) => [acts.map(({ seq }) => seq), hasMore])).toEqual([
      [[7], false],
      [[], false],
      [[7, 5, 3], true],
      [[1993, 1979], true],
      [[19, 17, 15], false],
    ]);
    expect(turns).toBeGreaterThan(3);
  });

  test("is not looked through for a requester who has left", async () => {
    const search = listActs(db, { target: "INV4" }, nowMs, AbortSignal.abort());
    expect((await search).acts).toEqual([]);
  });
});
