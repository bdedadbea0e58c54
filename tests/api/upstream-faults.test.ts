import { afterEach, describe, expect, it } from "vitest";
import { startDashboard, type Visitor } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { startFaultyApi } from "../support/fakes/faulty-api.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

const token = "fault-tests-token-1";
const { api, dashboard } = await faultyDashboardForTests({
  token,
  // At the paces in use: what is still fresh or at rest must be so after a pause of the machine.
  variables: { RECORDER: "off", TEST_SPEEDUP: "1" },
});
const admin = await dashboard.admin();

// Each test takes an operation of its own where it can: breakers and caches are per operation and outlive a test.
afterEach(() => api.clearFaults());

/** Reads a list until the answer is an old one. */
const readStale = (visitor: Visitor, path: string, why: string) =>
  waitFor(
    `${path} is stale for ${why}`,
    () => visitor.get(path),
    ({ headers }) => headers["x-fleetdeck-stale"] === why,
  );

describe("equal reads", () => {
  it("share one upstream request among two hundred concurrent ones (T57)", async () => {
    const answer = Promise.withResolvers<void>();
    api.fail("/proxies", { kind: "hold", until: answer.promise });
    const asking = Array.from({ length: 200 }, () => admin.get("/api/proxies"));
    await waitUntil("one arrived", () => api.hitsOn("/proxies").length > 0);
    // Sent after all of them: once these are answered, all of them wait.
    for (let time = 0; time < 3; time += 1) await admin.get("/api/session");
    answer.resolve();
    const replies = await Promise.all(asking);
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(api.hitsOn("/proxies").length).toBe(1);
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  });

  it("are separate for different filters", async () => {
    const before = api.hitsOn("/invocations").length;
    await Promise.all([
      admin.get("/api/invocations?limit=1"),
      admin.get("/api/invocations?limit=2"),
      admin.get("/api/invocations?limit=2&offset=0"),
    ]);
    expect(api.hitsOn("/invocations").length - before).toBe(3);
  });

  it("are repeated after an action of ours, even while one from before it runs", async () => {
    const before = api.hitsOn("/browsers").length;
    const arrived = (count: number) =>
      waitUntil(`read ${count} arrived`, () => api.hitsOn("/browsers").length === before + count);
    const answer = Promise.withResolvers<void>();
    api.fail("/browsers", { kind: "hold", until: answer.promise });
    const early = admin.get("/api/browsers?limit=7");
    await arrived(1);
    expect((await admin.send("DELETE", "/api/browsers/session1")).status).toBe(204);
    const late = admin.get("/api/browsers?limit=7");
    await arrived(2);
    answer.resolve();
    expect([(await early).status, (await late).status]).toEqual([200, 200]);
  });
});

describe("failing upstream", () => {
  it.each([
    ["html", { kind: "html" }, 502, "upstream_bad_answer"],
    ["a cut body", { kind: "truncate" }, 502, "upstream_broken_off"],
    ["a reset", { kind: "reset" }, 502, "upstream_broken_off"],
    ["a giant body", { kind: "huge", megabytes: 20 }, 502, "upstream_too_large"],
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
    api.clearFaults();
    expect((await admin.get(`/api/profiles?query=${encodeURIComponent(`healed ${name}`)}`)).status).toBe(200);
  });

  it("receives three attempts of a read and one of an action (T39, T56)", async () => {
    api.fail("/apps", { kind: "body", status: 503, text: "{}" });
    expect((await admin.get("/api/apps")).status).toBe(502);
    expect(api.hitsOn("/apps").length).toBe(3);
    api.fail("/invocations", { kind: "body", status: 503, text: "{}" });
    const before = api.hits.filter((hit) => hit.method === "POST").length;
    const body = { app_name: "shop", version: "1", action_name: "search", async: true };
    expect((await admin.send("POST", "/api/invocations", body)).status).toBe(502);
    expect(api.hits.filter((hit) => hit.method === "POST").length).toBe(before + 1);
  });

  it("receives no requests after repeated failures, and recovers (T56)", async () => {
    api.fail("/proxies/storm", { kind: "body", status: 500, text: "{}" });
    expect((await admin.get("/api/proxies/storm")).status).toBe(502);
    await admin.get("/api/proxies/storm");
    expect(api.hitsOn("/proxies/storm").length).toBe(5);
    // It is requested again every five seconds, so after a long pause one of them may be.
    const reply = await waitFor("one is refused without a request", async () => {
      const before = api.hitsOn("/proxies/storm").length;
      const each = await admin.get("/api/proxies/storm");
      return api.hitsOn("/proxies/storm").length === before ? each : undefined;
    });
    expect(reply.status).toBe(503);
    expect(reply.headers["retry-after"]).toMatch(/^[1-5]$/);
    for (let at = 0; at < 20; at += 1) await admin.get("/api/proxies/storm");
    expect(api.hitsOn("/proxies/storm").length).toBeLessThanOrEqual(8);
    api.clearFaults();
    await expect.poll(async () => (await admin.get("/api/proxies/storm")).status).toBe(200);
  });

  it("leaves the last list available with its age and the reason (T57)", async () => {
    const good = await admin.get("/api/proxies?name=stale");
    expect(good.headers["x-fleetdeck-stale"]).toBeUndefined();
    api.fail("/proxies", { kind: "body", status: 500, text: "{}" });
    const stale = await readStale(admin, "/api/proxies?name=stale", "upstream_error");
    expect(stale.status).toBe(200);
    expect(stale.text).toBe(good.text);
    expect(stale.headers["x-fleetdeck-observed-at"]).toBe(good.headers["x-fleetdeck-observed-at"]);
    expect((await admin.get("/api/session")).json).toMatchObject({
      upstream: { state: "failing", code: "upstream_error" },
    });
  });

  it("that is slow leaves the last list available meanwhile", async () => {
    const good = await admin.get("/api/invocations?action_name=slow");
    api.fail("/invocations", { kind: "delay", ms: 8000 });
    const reply = await readStale(admin, "/api/invocations?action_name=slow", "upstream_slow");
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(good.text);
  });

  it("that never answers times out with 504 without blocking others (T52)", async () => {
    api.fail("/invocations/black-hole", { kind: "hang" });
    const hung = admin.get("/api/invocations/black-hole");
    await waitUntil("it is requested", () => api.hitsOn("/invocations/black-hole").length > 0);
    for (let at = 0; at < 10; at += 1) expect((await admin.get("/api/session")).status).toBe(200);
    const reply = await hung;
    expect(reply.status).toBe(504);
    expect(reply.json).toMatchObject({ code: "upstream_timeout" });
  });

  it("that sends Retry-After receives no request until then (T55)", async () => {
    const busyFor = (seconds: string) =>
      api.fail("/apps", { kind: "body", status: 429, text: "{}", headers: { "retry-after": seconds } });
    busyFor("3");
    const before = api.hitsOn("/apps").length;
    const first = await admin.get("/api/apps?query=busy");
    expect([first.status, first.headers["retry-after"]]).toEqual([429, "3"]);
    for (const query of ["busy", "other"])
      expect((await admin.get(`/api/apps?query=${query}`)).json).toMatchObject({ code: "upstream_busy" });
    expect(api.hitsOn("/apps").length).toBe(before + 1);
    api.clearFaults();
    await expect.poll(async () => (await admin.get("/api/apps?query=other")).status).toBe(200);
  });

  it("that refuses our token causes 502 and no sign-out (T01)", async () => {
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

describe("upstream with invalid responses", () => {
  it("keeps valid items beside an invalid one, which is counted (T54)", async () => {
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

  it("with an output of 6 MB is opened, and a list of 7 MB is read without its long texts (T54)", async () => {
    const output = JSON.stringify({ text: "x".repeat(6_000_000) });
    api.fail("/invocations/large", { kind: "body", text: JSON.stringify({ id: "large", output }) });
    expect((await admin.get("/api/invocations/large")).json).toEqual({ id: "large", output });
    const items = Array.from({ length: 10 }, (_, at) => ({ id: `i${at}`, output: "y".repeat(700_000) }));
    api.fail("/invocations", { kind: "body", text: JSON.stringify(items) });
    const reply = await admin.get("/api/invocations?version=large");
    expect(reply.json).toEqual(items.map(({ id }) => ({ id, output: null, output_cut: true })));
  });

  it("is named with its real failure while it is not asked (T56)", async () => {
    api.fail("/apps", { kind: "body", status: 500, text: "oops", contentType: "text/plain" });
    for (let at = 0; at < 4; at += 1) await admin.get(`/api/apps?version=${at}`);
    const before = api.hitsOn("/apps").length;
    const reply = await admin.get("/api/apps?version=later");
    expect([reply.status, reply.json]).toMatchObject([503, { code: "upstream_error" }]);
    expect(reply.text).toContain("The API failed with status 500");
    expect(api.hitsOn("/apps").length).toBe(before);
  });

  it("forwards unknown keys and values, and exact numbers, unchanged (T54)", async () => {
    const text =
      '[{"id":"i1","status":"paused","new_key":{"a":[1.0,12345678901234567890]},"started_at":"2026-02-03T04:05:06.789012345Z"}]';
    api.fail("/invocations", { kind: "body", text });
    expect((await admin.get("/api/invocations?version=odd")).text).toBe(text);
  });

  it("loses prototype keys (T35)", async () => {
    api.fail("/invocations", {
      kind: "body",
      text: '[{"id":"i1","__proto__":{"admin":true},"constructor":1}]',
    });
    expect((await admin.get("/api/invocations?version=proto")).text).toBe('[{"id":"i1"}]');
  });

  it("that lacks an optional operation is cached as lacking it", async () => {
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

  it("forwards a refusal with its code and message", async () => {
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

describe("unreachable upstream", () => {
  it("leaves every address of the dashboard responding", async () => {
    const dead = await startFaultyApi({ token });
    const alone = await startDashboard({ apiBaseUrl: dead.url, token });
    try {
      const visitor = await alone.admin();
      await visitor.get("/api/browsers");
      await dead.close();
      const stored = await readStale(visitor, "/api/browsers", "upstream_unreachable");
      expect(stored.status).toBe(200);
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

describe("the process", () => {
  it("has left none of these faults unhandled (T58)", async () => {
    expect((await admin.get("/api/session")).status).toBe(200);
    expect(dashboard.output()).not.toMatch(/unhandled rejection|uncaught exception/);
  });
});
