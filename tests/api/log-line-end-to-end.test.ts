// The whole way through both programs: of a log line, from a file in a real browser's instance to a viewer, and of the
// clients of a browser.
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { logTopic } from "../../lib/bff/live.ts";
import { startDashboard } from "../support/dashboard/dashboard.ts";
import { LiveStreamClient } from "../support/dashboard/live-stream-client.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { waitUntil } from "../support/wait-until.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const dashboard = await startDashboard({ apiBaseUrl: service.url, token: service.bearer });
afterAll(() => dashboard.stop());

test("a log line reaches the viewer from a file in a real session, until the session ends", async () => {
  const { session_id } = await service.create();
  const session = service.sessions.find(session_id);
  if (session === undefined) throw new Error("the session is gone");
  const file = join(session.instance.paths.root, "tmp", "live.log");
  await appendFile(file, "one\ntwo\n");
  const path = logTopic({ sessionId: session_id, log: { source: "path", path: "/tmp/live.log" } });
  const chromium = logTopic({ sessionId: session_id, log: { source: "supervisor", process: "chromium" } });
  const missing = logTopic({ sessionId: session_id, log: { source: "path", path: "/tmp/not-there.log" } });
  const cookie = (await dashboard.signedIn("operator")).cookieHeader();
  const viewer = (
    await LiveStreamClient.open(dashboard.url, { topics: ["fleet", path, chromium, missing], cookie })
  ).read();
  const statesOf = (topic: string) =>
    viewer.frames.flatMap((frame) => (frame.kind === "state" && frame.topic === topic ? [frame.state] : []));
  const textsOf = (topic: string) =>
    viewer.frames.flatMap((frame) =>
      frame.kind === "lines" && frame.topic === topic ? frame.lines.map(({ text }) => text) : [],
    );
  await waitUntil(
    "both logs are open",
    () => statesOf(path).includes("open") && statesOf(chromium).includes("open"),
  );
  await appendFile(file, "three\n");
  await waitUntil("the new line is there", () => textsOf(path).includes("three"));
  expect(textsOf(path)).toEqual(["one", "two", "three"]);
  await waitUntil("the missing file is reported missing", () => statesOf(missing).at(-1) === "unavailable");
  // It may be there twice: a stream that takes seconds to say so is read once more.
  expect(new Set(textsOf(missing)).size).toBe(1);
  expect((await service.call(`/browsers/${session_id}`, { method: "DELETE" })).status).toBe(204);
  await waitUntil("both have ended", () =>
    [path, chromium].every((topic) => statesOf(topic).at(-1) === "ended"),
  );
  expect(viewer.frames.some((frame) => frame.kind === "gap" && frame.topic === path)).toBe(false);
  viewer.leave();
});

test("how many clients keep a browser alive is known, also of one that came before its telemetry was captured", async () => {
  const { session_id: id, cdp_ws_url: address } = await service.create();
  const operator = await dashboard.signedIn("operator");
  const activity = async () => (await operator.get(`/api/browsers/${id}/activity`)).json;
  const client = new WebSocket(address);
  await new Promise((resolve) => client.once("open", resolve));
  const captured = { telemetry: { browser: { connection: { enabled: true } } } };
  expect((await service.ask("PATCH", `/browsers/${id}`, captured)).status).toBe(200);
  expect(await activity()).toEqual({ clients: 1, last_active_ms: null });
  client.close();
  await expect.poll(activity).toEqual({ clients: 0, last_active_ms: expect.any(Number) });
});
