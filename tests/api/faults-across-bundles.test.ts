import { describe, expect, it } from "vitest";
import { logTopic } from "../../lib/bff/live.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { LiveStreamClient } from "../support/dashboard/live-stream-client.ts";
import { waitUntil } from "../support/wait-until.ts";

const { api, dashboard } = await faultyDashboardForTests({ token: "fault-tests-token-2" });
const admin = await dashboard.admin();

describe("profile without saved state", () => {
  it("is refused with a message repeatedly without ending the dashboard", async () => {
    api.fail("/profiles/blank/download", { kind: "body", status: 202, text: "" });
    for (let time = 0; time < 3; time += 1) {
      const reply = await admin.get("/api/profiles/blank/download");
      expect(reply.status).toBe(409);
      expect(reply.json).toMatchObject({ code: "nothing_saved" });
    }
    expect((await admin.get("/api/livez")).status).toBe(200);
  });
});

describe("list polled by recorder and page", () => {
  it("is stale or failing while the upstream fails, never an internal error (T57)", async () => {
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

describe("invalid log stream", () => {
  it("is retried and reported without ending the dashboard", async () => {
    const path = "/browsers/session1/logs/stream";
    api.fail(path, { kind: "body", text: `<html>${"x".repeat(500_000)}</html>`, contentType: "text/html" });
    const topic = logTopic({ sessionId: "session1", log: { source: "supervisor", process: "chromium" } });
    const cookie = admin.cookieHeader();
    const viewer = (await LiveStreamClient.open(dashboard.url, { topics: [topic], cookie })).read();
    const failureFrames = () =>
      viewer.frames.filter((frame) => frame.kind === "state" && frame.reason !== null);
    await waitUntil("it is reported", () => failureFrames().length > 0);
    await waitUntil(
      "it was tried again",
      () => api.hits.filter((hit) => hit.url.startsWith(path)).length > 1,
    );
    viewer.leave();
    expect(failureFrames()[0]).toMatchObject({ state: expect.stringMatching(/reconnecting|unavailable/) });
    expect((await admin.get("/api/livez")).status).toBe(200);
  });
});
