import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/faulty-api.ts";

const token = "fault-tests-token-1";
let api: FaultyApi;
let dashboard: RunningDashboard;
let admin: Visitor;

// Each test takes an operation of its own where it can: breakers and caches are per operation and outlive a test.
beforeAll(async () => {
  api = await startFaultyApi({ token });
  dashboard = await startDashboard({ apiBaseUrl: api.url, token, variables: { RECORDER: "off" } });
  admin = await dashboard.admin();
});
afterEach(() => api.heal());
afterAll(async () => {
  await dashboard.stop();
  await api.close();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("equal reads", () => {
  it("at the same time cost the upstream one call, two hundred of them (T57)", async () => {
    // So late that all of them have come by then.
    api.fail("/proxies", { kind: "delay", ms: 6000 });
    const replies = await Promise.all(Array.from({ length: 200 }, () => admin.get("/api/proxies")));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(api.hitsOn("/proxies").length).toBe(1);
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  });

  it("with other filters are others", async () => {
    const before = api.hitsOn("/invocations").length;
    await Promise.all([
      admin.get("/api/invocations?limit=1"),
      admin.get("/api/invocations?limit=2"),
      admin.get("/api/invocations?limit=2&offset=0"),
    ]);
    expect(api.hitsOn("/invocations").length - before).toBe(3);
  });

  it("after an act of ours are asked anew", async () => {
    await admin.get("/api/browsers?limit=7");
    const before = api.hitsOn("/browsers").length;
    await admin.get("/api/browsers?limit=7");
    expect(api.hitsOn("/browsers").length).toBe(before);
    await admin.send("DELETE", "/api/browsers/session1");
    await admin.get("/api/browsers?limit=7");
    expect(api.hitsOn("/browsers").length).toBe(before + 1);
  });
});

describe("a failing upstream", () => {
  it.each([
    ["html", { kind: "html" }, 502, "upstream_bad_answer"],
    ["a cut body", { kind: "truncate" }, 502, "upstream_broken_off"],
    ["a reset", { kind: "reset" }, 502, "upstream_broken_off"],
    ["a giant body", { kind: "huge", megabytes: 8 }, 502, "upstream_too_large"],
    ["no list", { kind: "body", text: '{"items":[]}' }, 502, "upstream_bad_answer"],
    ["NaN", { kind: "body", text: '[{"id":NaN}]' }, 502, "upstream_bad_answer"],
    ["half a list", { kind: "body", text: "[" }, 502, "upstream_bad_answer"],
    [
      "a plain 500",
      { kind: "body", status: 500, text: "oops", contentType: "text/plain" },
      502,
      "upstream_error",
    ],
    ["an unknown status", { kind: "body", status: 599, text: "{}" }, 502, "upstream_error"],
  ] as const)("that answers with %s gives one clear error (T53, T54)", async (name, fault, status, code) => {
    api.fail("/profiles", fault);
    const reply = await admin.get(`/api/profiles?query=${encodeURIComponent(name)}`);
    expect([reply.status, reply.json]).toMatchObject([status, { code }]);
    // A success in between keeps the breaker closed for the next kind of fault.
    api.heal();
    expect((await admin.get(`/api/profiles?query=${encodeURIComponent(`healed ${name}`)}`)).status).toBe(200);
  });

  it("is asked three times for a read and once for an act (T39, T56)", async () => {
    api.fail("/apps", { kind: "body", status: 503, text: "{}" });
    expect((await admin.get("/api/apps")).status).toBe(502);
    expect(api.hitsOn("/apps").length).toBe(3);
    api.fail("/invocations", { kind: "body", status: 503, text: "{}" });
    const before = api.hits.filter((hit) => hit.method === "POST").length;
    const body = { app_name: "shop", version: "1", action_name: "search", async: true };
    expect((await admin.send("POST", "/api/invocations", body)).status).toBe(502);
    expect(api.hits.filter((hit) => hit.method === "POST").length).toBe(before + 1);
  });

  it("is left alone after repeated failures and heals (T56)", async () => {
    api.fail("/proxies/storm", { kind: "body", status: 500, text: "{}" });
    for (let at = 0; at < 20; at += 1) await admin.get("/api/proxies/storm");
    const asked = api.hitsOn("/proxies/storm").length;
    expect(asked).toBeLessThanOrEqual(8);
    const reply = await admin.get("/api/proxies/storm");
    expect(reply.status).toBe(503);
    expect(reply.headers["retry-after"]).toMatch(/^[1-5]$/);
    api.heal();
    await wait(5200);
    expect((await admin.get("/api/proxies/storm")).status).toBe(200);
  });

  it("leaves the last good list with its age and the reason (T57)", async () => {
    const good = await admin.get("/api/proxies?name=stale");
    expect(good.headers["x-fleetdeck-stale"]).toBeUndefined();
    await wait(1100);
    api.fail("/proxies", { kind: "body", status: 500, text: "{}" });
    const stale = await admin.get("/api/proxies?name=stale");
    expect(stale.status).toBe(200);
    expect(stale.text).toBe(good.text);
    expect(stale.headers["x-fleetdeck-stale"]).toBe("upstream_error");
    expect(stale.headers["x-fleetdeck-observed-at"]).toBe(good.headers["x-fleetdeck-observed-at"]);
    expect((await admin.get("/api/session")).json).toMatchObject({
      upstream: { state: "failing", code: "upstream_error" },
    });
  });

  it("that is slow shows the last good list while it is waited for", async () => {
    const good = await admin.get("/api/invocations?action_name=slow");
    await wait(1100);
    api.fail("/invocations", { kind: "delay", ms: 8000 });
    const reply = await admin.get("/api/invocations?action_name=slow");
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(good.text);
    expect(reply.headers["x-fleetdeck-stale"]).toBe("upstream_slow");
  });

  it("that never answers is given up with 504, and others are not kept waiting (T52)", async () => {
    api.fail("/invocations/black-hole", { kind: "hang" });
    const hung = admin.get("/api/invocations/black-hole");
    for (let at = 0; at < 10; at += 1) {
      expect((await admin.get("/api/session")).status).toBe(200);
      await wait(100);
    }
    const reply = await hung;
    expect(reply.status).toBe(504);
    expect(reply.json).toMatchObject({ code: "upstream_timeout" });
  });

  it("that asks to wait is not asked again until then (T55)", async () => {
    api.fail("/apps", { kind: "body", status: 429, text: "{}", headers: { "retry-after": "3" } });
    const path = "/api/apps?query=busy";
    const before = api.hitsOn("/apps").length;
    const first = await admin.get(path);
    expect([first.status, first.headers["retry-after"]]).toEqual([429, "3"]);
    expect((await admin.get(path)).status).toBe(429);
    expect(api.hitsOn("/apps").length).toBe(before + 1);
    api.heal();
    await wait(3100);
    expect((await admin.get(path)).status).toBe(200);
  });

  it("that refuses our token is our 502 and signs nobody out (T01)", async () => {
    api.fail("/invocations/inv401/browsers", {
      kind: "body",
      status: 401,
      text: '{"code":"unauthorized","message":"no"}',
    });
    const reply = await admin.get("/api/invocations/inv401/browsers");
    expect(reply.status).toBe(502);
    expect(reply.json).toMatchObject({ code: "upstream_unauthorized" });
    expect((await admin.get("/api/session")).status).toBe(200);
  });
});

describe("an upstream that answers oddly", () => {
  it("keeps its good items beside a bad one, which is counted (T54)", async () => {
    const items = [
      {
        id: "p1",
        available_count: 1,
        acquired_count: 0,
        created_at: "2026-01-01T00:00:00Z",
        browser_pool_config: {},
      },
      { id: 5 },
      "x",
    ];
    api.fail("/browser_pools", { kind: "body", text: JSON.stringify(items) });
    const reply = await admin.get("/api/browser_pools?name=odd");
    expect(reply.status).toBe(200);
    expect(reply.headers["x-fleetdeck-bad-items"]).toBe("2");
    expect(reply.json).toEqual(items);
  });

  it("passes unknown keys and values, and exact numbers, as received (T54)", async () => {
    const text =
      '[{"id":"i1","status":"paused","new_key":{"a":[1.0,12345678901234567890]},"started_at":"2026-02-03T04:05:06.789012345Z"}]';
    api.fail("/invocations", { kind: "body", text });
    expect((await admin.get("/api/invocations?version=odd")).text).toBe(text);
  });

  it("loses prototype keys on the way (T35)", async () => {
    api.fail("/invocations", {
      kind: "body",
      text: '[{"id":"i1","__proto__":{"admin":true},"constructor":1}]',
    });
    expect((await admin.get("/api/invocations?version=proto")).text).toBe('[{"id":"i1"}]');
  });

  it("that lacks an optional operation is remembered to lack it", async () => {
    api.fail("/browser_pools/pool1/flush", { kind: "body", status: 405, text: "" });
    const first = await admin.send("POST", "/api/browser_pools/pool1/flush");
    expect([first.status, first.json]).toMatchObject([501, { code: "operation_absent" }]);
    const before = api.hitsOn("/browser_pools/pool1/flush").length;
    expect((await admin.send("POST", "/api/browser_pools/pool1/flush")).status).toBe(501);
    expect(api.hitsOn("/browser_pools/pool1/flush").length).toBe(before);
    expect((await admin.get("/api/connection")).json).toMatchObject({
      capabilities: { flushPool: "absent" },
    });
  });

  it("passes a refusal of the request with its own code and words", async () => {
    api.fail("/invocations/gone", {
      kind: "body",
      status: 404,
      text: '{"code":"not_found","message":"no such invocation"}',
    });
    const reply = await admin.get("/api/invocations/gone");
    expect([reply.status, reply.json]).toMatchObject([
      404,
      { code: "not_found", message: "no such invocation" },
    ]);
  });
});

describe("a dead upstream", () => {
  it("leaves every address of the dashboard answering", async () => {
    const dead = await startFaultyApi({ token });
    const alone = await startDashboard({ apiBaseUrl: dead.url, token });
    try {
      const visitor = await alone.admin();
      await visitor.get("/api/browsers");
      await dead.close();
      await wait(1100);
      const kept = await visitor.get("/api/browsers");
      expect([kept.status, kept.headers["x-fleetdeck-stale"]]).toEqual([200, "upstream_unreachable"]);
      const never = await visitor.get("/api/proxies");
      expect([502, 503]).toContain(never.status);
      expect(never.json).toMatchObject({ code: "upstream_unreachable" });
      expect((await visitor.get("/api/readyz")).json).toMatchObject({
        status: "ready",
        upstream: "failing",
      });
      expect((await visitor.send("POST", "/api/proxies/p/check")).status).toBe(502);
    } finally {
      await alone.stop();
    }
  });
});
