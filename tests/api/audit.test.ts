import { spawn } from "node:child_process";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { auditedAct } from "../../lib/bff/audit.ts";
import { formatAct } from "../../lib/format/act-messages.ts";
import { auditKey } from "../support/audit-key.ts";
import { adminPassword, Visitor } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";

const { api, dashboard } = await faultyDashboardForTests({
  token: "audit-tests-token-1",
  // Only actions write to the store: the recorder does not, nor does a request of this minute as its sign-in's last use.
  variables: { RECORDER: "off", TEST_SPEEDUP: "1" },
});
// By password: the first row is of the sign-in.
const admin = new Visitor(dashboard.url);
await admin.signIn("admin", adminPassword);

describe("audit", () => {
  it("records intent and outcome of every action, with reason, operator and address", async () => {
    const reply = await admin.send("DELETE", "/api/browsers/session7", undefined, {
      "x-fleetdeck-reason": encodeURIComponent("stuck; =cmd()\nsecond line π"),
    });
    const requestId = reply.headers["x-request-id"];
    const rows = await admin.get(`/api/audit?request_id=${requestId}`);
    const common = {
      actor: "admin",
      role: "admin",
      ip: "127.0.0.1",
      action: "deleteBrowser",
      target: "session7",
      reason: "stuck; =cmd()\nsecond line π",
      request_id: requestId,
    };
    expect(rows.json).toMatchObject([
      { ...common, phase: "answered", status: 204, code: null },
      { ...common, phase: "intended", status: null },
    ]);
  });

  it("records the error code of a failed action", async () => {
    api.fail("/proxies/broken/check", {
      kind: "body",
      status: 404,
      text: '{"code":"not_found","message":"no"}',
    });
    const reply = await admin.send("POST", "/api/proxies/broken/check");
    expect(reply.status).toBe(404);
    const rows = await admin.get(`/api/audit?request_id=${reply.headers["x-request-id"]}&phase=answered`);
    expect(rows.json).toMatchObject([{ status: 404, code: "not_found" }]);
  });

  it("pages newest first", async () => {
    for (let at = 0; at < 3; at += 1) await admin.send("POST", `/api/proxies/p${at}/check`);
    const first = await admin.get("/api/audit?limit=2&action=checkProxy");
    expect(first.headers).toMatchObject({ "x-has-more": "true", "x-next-offset": "2" });
    expect(first.json).toMatchObject([
      { target: "p2", phase: "answered" },
      { target: "p2", phase: "intended" },
    ]);
    const second = await admin.get("/api/audit?limit=2&offset=2&action=checkProxy");
    expect(second.json).toMatchObject([{ target: "p1" }, { target: "p1" }]);
  });

  it("names an alert rule and a webhook as they were, after both were renamed and deleted", async () => {
    const send = async (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown) => {
      const { status, json } = await admin.send(method, `/api/alerts/${path}`, body);
      expect(status).toBeLessThan(300);
      return String(z.object({ id: z.string() }).safeParse(json).data?.id);
    };
    const times = { for_seconds: 60, clear_seconds: 60, remind_hours: 0, enabled: true, webhooks: [] };
    const signal = { kind: "upstream_unreachable" };
    const rule = await send("POST", "rules", { name: "API is down", signal, ...times });
    await send("PUT", `rules/${rule}`, { name: "No API", signal, ...times });
    await send("DELETE", `rules/${rule}`);
    const hook = await send("POST", "webhooks", { name: "On call", url: "https://203.0.112.1/x" });
    await send("PATCH", `webhooks/${hook}`, { name: "Night shift" });
    await send("DELETE", `webhooks/${hook}`);

    const { json } = await admin.get("/api/audit/acts?limit=6");
    expect(z.array(auditedAct).parse(json).map(formatAct)).toEqual([
      "admin deleted webhook Night shift",
      "admin edited webhook On call (name: Night shift)",
      "admin added webhook On call",
      "admin deleted alert rule No API",
      "admin edited alert rule API is down (name: No API)",
      "admin added alert rule API is down",
    ]);
    const found = await admin.get("/api/audit/acts?target=night");
    expect(found.json).toMatchObject([
      { action: "deleteWebhook", target: hook },
      { action: "updateWebhook", target: `${hook} (name: Night shift)` },
    ]);
  });

  it("tells apart what one operation does by its input", async () => {
    const rule = await admin.send("POST", "/api/alerts/rules", {
      name: "No API",
      signal: { kind: "upstream_unreachable" },
      for_seconds: 60,
      clear_seconds: 60,
      remind_hours: 0,
      enabled: true,
      webhooks: [],
    });
    const { id } = z.object({ id: z.string() }).parse(rule.json);
    for (const minutes of [10_080, 0])
      await admin.send("PUT", `/api/alerts/rules/${id}/mute`, { subject: "", minutes });
    for (const fill_per_minute of [2.5, null])
      await admin.send("PUT", "/api/pools/pool1/rate", { fill_per_minute });
    for (const status of ["failed", "succeeded"])
      await admin.send("PATCH", "/api/invocations/inv1", { status });

    await admin.send("POST", "/api/browser_pools/po7/acquire", {});
    for (const more of [{}, { reuse: false }])
      await admin.send("POST", "/api/browser_pools/po7/release", { session_id: "session4", ...more });

    const pool = "/api/browser_pools/po7";
    await admin.send("PATCH", pool, { size: 5, headless: false });
    await admin.send("DELETE", pool);
    await admin.send("DELETE", pool, { force: true });
    await admin.send("PATCH", "/api/proxies/px7", { name: "Bergen 2" });
    await admin.send("PATCH", "/api/profiles/pr7", { name: "login" });
    await admin.send("PATCH", "/api/browsers/session4", { tags: { team: "a" } });
    await admin.send("POST", "/api/browsers/session4/process/712/kill", { signal: "KILL" });

    const { json } = await admin.get("/api/audit/acts?limit=16");
    expect(z.array(auditedAct).parse(json).map(formatAct)).toEqual([
      "admin sent a signal to a process of browser session4 712 KILL",
      'admin edited browser session4 (tags: {"team":"a"})',
      expect.stringMatching(/^admin renamed profile \S+ to login$/),
      expect.stringMatching(/^admin renamed proxy \S+ to Bergen 2$/),
      "admin deleted pool po7 with its acquired browsers",
      "admin deleted pool po7",
      "admin edited pool po7 (size: 5, headless: false)",
      "admin released a browser to pool po7 (session4, not reused)",
      "admin released a browser to pool po7 (session4)",
      "admin acquired a browser from pool po7 (session4)",
      expect.stringMatching(/^admin ended invocation \S+ as succeeded$/),
      expect.stringMatching(/^admin cancelled invocation \S+$/),
      expect.stringMatching(/^admin set the fill rate of pool \S+ to the observed rate$/),
      expect.stringMatching(/^admin set the fill rate of pool \S+ to 2.5 per minute$/),
      "admin set the mute of alert rule No API to off",
      "admin set the mute of alert rule No API to 7 d",
    ]);
    // The page of an invocation asks for its acts by its id, and those of its browsers.
    const ofBrowser = await admin.get("/api/audit?target=session4&phase=answered&limit=5");
    expect(ofBrowser.json).toMatchObject([
      { action: "killProcess", target: "session4/712 KILL" },
      { action: "updateBrowser" },
      { action: "releaseBrowser", target: "session4" },
      { action: "releaseBrowser", target: "session4" },
      { action: "acquireBrowser", target: "session4", intended_target: "po7" },
    ]);
    const ofInvocation = await admin.get("/api/audit?target=inv1&limit=1");
    expect(ofInvocation.json).toMatchObject([{ phase: "answered", intended_target: "inv1 as succeeded" }]);
  });

  it("lists the acts of an act on many as one, and refuses a batch that is no UUID", async () => {
    const batch = crypto.randomUUID();
    const check = (id: string, as = batch) =>
      admin.send("POST", `/api/proxies/${id}/check`, {}, { "x-fleetdeck-batch": as });
    api.fail("/proxies/batch-c/check", {
      kind: "body",
      status: 404,
      text: '{"code":"not_found","message":"no"}',
    });
    await Promise.all(["batch-a", "batch-b", "batch-c"].map((id) => check(id)));
    expect(await check("batch-d", "7")).toMatchObject({ status: 400, json: { code: "bad_batch" } });
    expect(api.hitsOn("/proxies/batch-d/check")).toEqual([]);

    const folded = await admin.get("/api/audit/acts?fold=true&limit=1");
    expect(folded.json).toMatchObject([
      { action: "checkProxy", batch_id: batch, outcome: "failed", parts: { ok: 2, failed: 1 } },
    ]);
    const parts = await admin.get(`/api/audit/acts?batch_id=${batch}`);
    expect(
      z
        .array(auditedAct)
        .parse(parts.json)
        .map(({ target }) => target)
        .sort(),
    ).toEqual(["batch-a", "batch-b", "batch-c"]);
  });

  it("refuses actions while it cannot be written, and serves reads (T41)", async () => {
    const file = new Sqlite(join(dashboard.dataDir, "fleetdeck.db"));
    file.exec("begin exclusive");
    try {
      const before = api.hitsOn("/browsers/session8").length;
      const reply = await admin.send("DELETE", "/api/browsers/session8");
      expect(reply.status).toBe(503);
      expect(reply.json).toMatchObject({ code: "audit_unavailable" });
      expect(api.hitsOn("/browsers/session8").length).toBe(before);
    } finally {
      file.exec("rollback");
      file.close();
    }
    expect((await admin.get("/api/browsers")).status).toBe(200);
    expect((await admin.send("DELETE", "/api/browsers/session8")).status).toBe(204);
  });

  it("chains the rows of parallel actions without a break (T41, T42)", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => admin.send("POST", `/api/proxies/many${at}/check`)),
    );
    expect(await firstBrokenRow(await dashboard.store())).toBeUndefined();
  });

  it("is proved and exported by `npm run audit` beside the dashboard (T42)", async () => {
    const audit = (...words: string[]) =>
      new Promise<{ code: number | null; output: string }>((resolve) => {
        const env = { ...process.env, DATA_DIR: dashboard.dataDir, AUDIT_KEY: auditKey };
        const child = spawn(process.execPath, ["server/audit.ts", ...words], { env });
        let output = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (part: Buffer) => {
            output += part.toString();
          });
        child.once("close", (code) => resolve({ code, output }));
      });
    const reason = "stuck; =cmd()\nsecond line π";
    await admin.send("POST", "/api/proxies/exported/check", undefined, {
      "x-fleetdeck-reason": encodeURIComponent(reason),
    });
    expect(await audit("verify")).toMatchObject({ code: 0, output: expect.stringContaining("as they were") });
    const { output } = await audit("export", "--csv");
    expect(output).toContain(`"${reason}"`);
    const lines = (await audit("export")).output.trim().split("\n");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ seq: 1, action: "signIn" });
    expect(await audit("erase")).toMatchObject({ code: 2, output: expect.stringContaining("verify") });
  });

  it("cannot be changed through the database, and detects a changed file (T42)", async () => {
    const file = new Sqlite(join(dashboard.dataDir, "fleetdeck.db"));
    expect(() => file.exec("update audit set actor = 'somebody' where seq = 3")).toThrow(/append-only/);
    expect(() => file.exec("delete from audit where seq = 3")).toThrow(/append-only/);
    file.exec("drop trigger audit_no_update");
    file.exec("update audit set actor = 'somebody' where seq = 3");
    file.close();
    expect(await firstBrokenRow(await dashboard.store())).toBe(3);
  });
});

describe("T39 an act that is sent twice", () => {
  const key = () => ({ "idempotency-key": crypto.randomUUID() });
  const hits = (id: string) => api.hitsOn(`/proxies/${id}/check`).length;

  it("is done once, at the same time and afterwards, and both get the one answer", async () => {
    const headers = key();
    const send = () => admin.send("POST", "/api/proxies/twice/check", {}, headers);
    const [one, other] = await Promise.all([send(), send()]);
    const later = await send();
    for (const reply of [one, other, later]) expect(reply).toMatchObject({ status: 200, json: one.json });
    const requestId = one.headers["x-request-id"];
    expect([other, later].map((reply) => reply.headers["x-request-id"])).toEqual([requestId, requestId]);
    expect(later.headers["idempotency-replayed"]).toBe("true");
    expect(hits("twice")).toBe(1);
    const { json } = await admin.get("/api/audit?target=twice");
    expect(json).toMatchObject([{ phase: "answered" }, { phase: "intended" }]);
    await admin.send("POST", "/api/proxies/twice/check", {}, key());
    expect(hits("twice")).toBe(2);
  });

  it("is refused with a key of another act, and gets a failure again as it was", async () => {
    const headers = key();
    api.fail("/proxies/failing/check", {
      kind: "body",
      status: 404,
      text: '{"code":"not_found","message":"no"}',
    });
    const failed = await admin.send("POST", "/api/proxies/failing/check", {}, headers);
    expect(failed.status).toBe(404);
    const again = await admin.send("POST", "/api/proxies/failing/check", {}, headers);
    expect([again.status, again.json]).toEqual([404, failed.json]);
    expect(hits("failing")).toBe(1);
    const other = await admin.send("POST", "/api/proxies/another/check", {}, headers);
    expect([other.status, other.json]).toEqual([
      422,
      expect.objectContaining({ code: "idempotency_key_reused" }),
    ]);
    expect(hits("another")).toBe(0);
  });

  it("is of its operator only", async () => {
    const headers = key();
    const colleague = await dashboard.signedIn("admin");
    for (const who of [admin, colleague])
      expect((await who.send("POST", "/api/proxies/mine/check", {}, headers)).status).toBe(200);
    expect(hits("mine")).toBe(2);
  });

  it("whose answer was cut off has an unknown outcome, and is not sent again", async () => {
    const headers = key();
    api.fail("/proxies/cut/check", { kind: "reset" });
    const send = () => admin.send("POST", "/api/proxies/cut/check", {}, headers);
    expect((await send()).status).toBe(502);
    expect((await send()).status).toBe(502);
    expect(hits("cut")).toBe(1);
    const { json } = await admin.get("/api/audit?target=cut");
    expect(json).toMatchObject([{ phase: "unknown", code: "upstream_broken_off" }, { phase: "intended" }]);
  });
});
