// The whole way of a log line: a file in a real browser's instance, the local service, the dashboard, a viewer.
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logTopic } from "../../lib/bff/live.ts";
import { type BrowserService, startBrowserService } from "../support/browser-service.ts";
import { type RunningDashboard, startDashboard } from "../support/dashboard.ts";
import { LiveConnection } from "../support/live-connection.ts";
import { until } from "../support/until.ts";

let service: BrowserService;
let dashboard: RunningDashboard;

beforeAll(async () => {
  service = await startBrowserService();
  dashboard = await startDashboard({ apiBaseUrl: service.base, token: service.bearer });
});

afterAll(async () => {
  await dashboard?.stop();
  await service?.close();
});

test("from a file in a real session to the viewer, until the session ends", async () => {
  const { session_id } = await service.create();
  const session = service.sessions.find(session_id);
  if (session === undefined) throw new Error("the session is gone");
  const file = join(session.instance.paths.root, "tmp", "live.log");
  await appendFile(file, "one\ntwo\n");
  const path = logTopic({ sessionId: session_id, log: { source: "path", path: "/tmp/live.log" } });
  const chromium = logTopic({ sessionId: session_id, log: { source: "supervisor", process: "chromium" } });
  const missing = logTopic({ sessionId: session_id, log: { source: "path", path: "/tmp/not-there.log" } });
  const cookie = (await dashboard.signedIn("viewer")).cookieHeader();
  const viewer = (
    await LiveConnection.open(dashboard.url, { topics: ["fleet", path, chromium, missing], cookie })
  ).read();
  const statesOf = (topic: string) =>
    viewer.frames.flatMap((frame) => (frame.kind === "state" && frame.topic === topic ? [frame.state] : []));
  const textsOf = (topic: string) =>
    viewer.frames.flatMap((frame) =>
      frame.kind === "lines" && frame.topic === topic ? frame.lines.map(({ text }) => text) : [],
    );
  await until(
    "both logs are open",
    () => statesOf(path).includes("open") && statesOf(chromium).includes("open"),
  );
  await appendFile(file, "three\n");
  await until("the new line is there", () => textsOf(path).includes("three"));
  expect(textsOf(path)).toEqual(["one", "two", "three"]);
  await until("the missing file is said to be missing", () => statesOf(missing).at(-1) === "unavailable");
  expect(textsOf(missing)).toHaveLength(1);
  expect((await service.call(`/browsers/${session_id}`, { method: "DELETE" })).status).toBe(204);
  await until(
    "both have ended",
    () => [path, chromium].every((topic) => statesOf(topic).at(-1) === "ended"),
    20_000,
  );
  expect(viewer.frames.some((frame) => frame.kind === "gap" && frame.topic === path)).toBe(false);
  viewer.leave();
});
