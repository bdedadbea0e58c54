// What the samples of deploy/ promise: streams through nginx and Caddy are unbroken for ten minutes, also while nothing is in
// them for longer than a proxy waits by itself.

import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { logTopic } from "../../lib/bff/live.ts";
import { secondMs } from "../../lib/bff/time-units.ts";
import { startDashboard } from "../support/dashboard/dashboard.ts";
import { LiveStreamClient } from "../support/dashboard/live-stream-client.ts";
import { createStreamingApi } from "../support/fakes/streaming-api.ts";
import { freePort, listenOnFreePort } from "../support/programs/free-port.ts";
import { hasProxy, type ProxyName, startTlsProxy } from "../support/programs/tls-proxy.ts";
import { liveViewAddress, liveViewSocketOf, openSocket } from "../support/service/live-view-client.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Before each line: together ten minutes. nginx by itself waits for 60 s. */
const silencesMs = [5, 65, 75, 120, 185, 5, 65, 80].map((seconds) => seconds * secondMs);

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** A followed log and a live view of a dashboard of its own, through this proxy. */
async function openThrough(name: ProxyName) {
  const api = createStreamingApi();
  const { url: apiBaseUrl, close } = await listenOnFreePort(api.server);
  stops.push(close);
  const [port, dashboardPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const proxy = await startTlsProxy(name, { port, dashboardPort });
  stops.push(proxy.stop);
  const dashboard = await startDashboard({
    apiBaseUrl,
    token: "long-streams-token-1",
    // Its heartbeats come as in production.
    variables: { PUBLIC_URL: url, PORT: String(dashboardPort), RECORDER: "off", TEST_SPEEDUP: "1" },
  });
  stops.push(() => dashboard.stop());
  const admin = await dashboard.admin();
  const topic = logTopic({ sessionId: "session1", log: { source: "path", path: "/a.log" } });
  const log = (await LiveStreamClient.open(url, { topics: [topic], cookie: admin.cookieHeader() })).read();
  const view = await openSocket(url, liveViewSocketOf(await liveViewAddress(admin, "session1")));
  if (typeof view === "number") throw new Error(`${name}: the live view was refused with ${view}`);
  await waitUntil(`${name}: both are open`, () => api.followers.size > 0 && view.messages.length === 1);
  return { name, api, log, view };
}

const names = (["nginx", "caddy"] satisfies ProxyName[]).filter(hasProxy);

test.skipIf(names.length === 0)(
  `a log and a live view are unbroken for ten minutes (T44), through ${names.join(" and ") || "a proxy (skipped: none is installed)"}`,
  async () => {
    const opened = await Promise.all(names.map(openThrough));
    const lines: string[] = [];
    for (const silenceMs of silencesMs) {
      await pause(silenceMs);
      for (const { name, log, view } of opened)
        expect({ name, log: log.ended, view: view.isClosed() }).toEqual({ name, log: false, view: false });
      const line = `line ${lines.length + 1}`;
      lines.push(line);
      for (const { api, view } of opened) {
        api.write(line);
        view.socket.send(line);
      }
      await waitUntil(`${line} has arrived everywhere`, () =>
        opened.every(
          ({ log, view }) => log.texts.includes(line) && view.messages.includes(`received ${line}`),
        ),
      );
    }
    for (const { log, view } of opened) {
      expect(log.texts).toEqual(lines);
      expect(log.frames.filter(({ kind }) => kind === "gap" || kind === "bye")).toEqual([]);
      expect(view.messages).toEqual(["hello", ...lines.map((line) => `received ${line}`)]);
      log.leave();
      view.socket.close();
    }
  },
);
