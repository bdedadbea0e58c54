import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstBrokenRow } from "../../lib/server/store/audit.ts";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/faulty-api.ts";

const token = "audit-tests-token-1";
let api: FaultyApi;
let dashboard: RunningDashboard;
let admin: Visitor;

beforeAll(async () => {
  api = await startFaultyApi({ token });
  dashboard = await startDashboard({ apiBaseUrl: api.url, token });
  admin = await dashboard.admin();
});
afterAll(async () => {
  await dashboard.stop();
  await api.close();
});

describe("the audit", () => {
  it("has intent and outcome of every act, with reason, who and from where", async () => {
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

  it("has the code of an act that failed", async () => {
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

  it("that cannot be written lets nothing be done, while reading goes on (T41)", async () => {
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

  it("keeps every row of parallel acts in one unbroken chain (T41, T42)", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => admin.send("POST", `/api/proxies/many${at}/check`)),
    );
    expect(await firstBrokenRow(await dashboard.store())).toBeUndefined();
  });

  it("cannot be changed through the database, and shows it when its file was (T42)", async () => {
    const file = new Sqlite(join(dashboard.dataDir, "fleetdeck.db"));
    expect(() => file.exec("update audit set actor = 'somebody' where seq = 3")).toThrow(/append-only/);
    expect(() => file.exec("delete from audit where seq = 3")).toThrow(/append-only/);
    file.exec("drop trigger audit_no_update");
    file.exec("update audit set actor = 'somebody' where seq = 3");
    file.close();
    expect(await firstBrokenRow(await dashboard.store())).toBe(3);
  });
});
