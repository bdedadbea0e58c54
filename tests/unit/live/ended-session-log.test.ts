// @isolated: the program's configuration is settled once.
// The log of a browser that ends right after the log was opened.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { logTopic } from "@/lib/bff/live";
import type { Clock } from "@/lib/clock";
import type { Browser } from "@/lib/contract/browsers";
import { readConfiguration, settle } from "@/lib/server/kernel/env";
import { LogHub } from "@/lib/server/streams/log-hub";
import { upstreamLogs } from "@/lib/server/streams/upstream-logs";
import { FakeTelemetry } from "../../support/fake-telemetry.ts";
import { type ScriptedApi, startScriptedApi } from "../../support/scripted-api/scripted-api.ts";
import { startSteadyClock } from "../../support/steady-clock.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { TestViewer } from "./test-viewer.ts";

/** Waits are shortened by this factor. */
const hurry = 50;
let api: ScriptedApi;
let clock: ReturnType<typeof startSteadyClock>;
let hub: LogHub;

beforeAll(async () => {
  api = await startScriptedApi();
  vi.stubEnv("API_TOKEN", api.token);
  const configuration = readConfiguration({ API_BASE_URL: api.url, API_TOKEN: api.token });
  settle(configuration, { port: 3000, sessionSecret: "s".repeat(32), development: false });
});
afterAll(async () => {
  await api.close();
  vi.unstubAllEnvs();
});

beforeEach(() => {
  clock = startSteadyClock();
  const hurried: Clock = { ...clock, later: (delayMs, run) => clock.later(delayMs / hurry, run) };
  hub = new LogHub({
    telemetry: new FakeTelemetry(),
    port: upstreamLogs,
    clock: hurried,
    random: () => 0.5,
    newEpoch: () => "one",
  });
});
afterEach(() => {
  hub.close();
  clock.stop();
  api.reset();
});

const deleted = (browser: Browser): Browser => ({ ...browser, deleted_at: new Date().toISOString() });

test.each([
  ["does not return it any more", ({ session_id: id }: Browser) => void api.records.browsers.delete(id)],
  [
    "returns it with the time of its end",
    (browser: Browser) => void api.records.browsers.set(browser.session_id, deleted(browser)),
  ],
])("it ends, and never is unavailable, where the API %s", async (_, end) => {
  const browser = api.records.browser();
  const topic = logTopic({
    sessionId: browser.session_id,
    log: { source: "supervisor", process: "chromium" },
  });
  const viewer = new TestViewer(hub, { clock, topics: [topic] });
  void viewer.read();
  const states = () => viewer.frames.flatMap((frame) => (frame.kind === "state" ? [frame.state] : []));
  await waitUntil("it is open", () => states().includes("open"));
  end(browser);
  api.logs.end(browser.session_id);
  await waitUntil("it is not open", () => states().at(-1) !== "open");
  expect(viewer.frames.findLast((frame) => frame.kind === "state")).toMatchObject({
    ...{ state: "ended", reason: "The browser has ended." },
  });
  viewer.leave();
});
