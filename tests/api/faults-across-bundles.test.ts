import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logTopic } from "../../lib/bff/live.ts";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/faulty-api.ts";
import { LiveConnection } from "../support/live-connection.ts";
import { until } from "../support/until.ts";

const token = "fault-tests-token-2";
let api: FaultyApi;
let dashboard: RunningDashboard;
let admin: Visitor;

beforeAll(async () => {
  api = await startFaultyApi({ token });
  dashboard = await startDashboard({ apiBaseUrl: api.url, token, variables: { RECORDER: "off" } });
  admin = await dashboard.admin();
});
afterAll(async () => {
  await dashboard.stop();
  await api.close();
});

describe("a profile without saved state", () => {
  it("is refused in words, time after time, by a dashboard that lives on", async () => {
    api.fail("/profiles/blank/download", { kind: "body", status: 202, text: "" });
    for (let time = 0; time < 3; time += 1) {
      const reply = await admin.get("/api/profiles/blank/download");
      expect(reply.status).toBe(409);
      expect(reply.json).toMatchObject({ code: "nothing_saved" });
    }
    expect((await admin.get("/api/livez")).status).toBe(200);
  });
});

describe("a list that the watcher polls beside the page", () => {
  it("is stale or failing while the upstream is ill, never an internal error (T57)", async () => {
    expect((await admin.get("/api/browser_pools")).status).toBe(200);
    api.fail("/browser_pools", { kind: "reset" });
    // The watcher opens the breaker, the page finds it open: each lives in a bundle of its own.
    const seen = new Set<string>();
    for (let time = 0; time < 24; time += 1) {
      const watched = await admin.get("/api/history/pools");
      expect(watched.status).toBe(200);
      for (const path of ["/api/browser_pools", "/api/browser_pools?limit=3"]) {
        const reply = await admin.get(path);
        seen.add(`${path} ${reply.status}`);
        expect(reply.text).not.toContain("internal_error");
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(seen).toContain("/api/browser_pools 200");
    expect([...seen].some((each) => /limit=3 50[234]$/.test(each))).toBe(true);
  });
});

describe("a log stream that is none", () => {
  it("is tried again and said so, by a dashboard that lives on", async () => {
    const path = "/browsers/session1/logs/stream";
    api.fail(path, { kind: "body", text: `<html>${"x".repeat(500_000)}</html>`, contentType: "text/html" });
    const topic = logTopic({ sessionId: "session1", log: { source: "supervisor", process: "chromium" } });
    const cookie = admin.cookieHeader();
    const viewer = (await LiveConnection.open(dashboard.url, { topics: [topic], cookie })).read();
    const troubles = () => viewer.frames.filter((frame) => frame.kind === "state" && frame.reason !== null);
    await until("it is said", () => troubles().length > 0);
    await until("it was tried again", () => api.hits.filter((hit) => hit.url.startsWith(path)).length > 1);
    viewer.leave();
    expect(troubles()[0]).toMatchObject({ state: expect.stringMatching(/reconnecting|unavailable/) });
    expect((await admin.get("/api/livez")).status).toBe(200);
  });
});
