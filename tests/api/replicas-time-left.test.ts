// What the pages need for the time left of a browser, from both of two dashboards on one PostgreSQL: one of them follows the
// browser's telemetry.
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { listedSessionOrigin } from "../../lib/bff/session-origin.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import type { Visitor } from "../support/dashboard/dashboard.ts";
import { startReplicas, visitorVia } from "../support/dashboard/replicas.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const postgres = postgresForTests();
const service = await fullServiceForTests({ chromiumPath: lightChromium });

it.runIf(hasPostgres)("both know the clients of a browser, and when it was used last", async () => {
  const databaseUrl = await postgres.database();
  const replicas = await startReplicas({ url: service.url, token: service.bearer }, { databaseUrl });
  onTestFinished(replicas.stop);
  const admin = await replicas.admin();
  const settings = {
    logs: "off",
    network: "all",
    pictures: "off",
    video: "off",
    days: 7,
    max_mb: 4_096,
    session_mb: 32,
    streams: 100,
    exceptions: [],
  };
  expect((await admin.send("PUT", "/api/evidence/settings", settings)).status).toBe(200);

  const on = { enabled: true };
  const { session_id: id, cdp_ws_url } = await service.create({
    telemetry: { browser: { connection: on, control: on } },
  });
  const both = [replicas.one, replicas.other].map(({ directUrl }) => visitorVia(admin, directUrl));
  const activityAt = async (visitor: Visitor) => {
    const reply = await visitor.get(`/api/inventory/session_origins?session_id=${id}`);
    const [origin] = z.array(listedSessionOrigin).parse(reply.json);
    return origin?.activity;
  };
  const activities = () => Promise.all(both.map(activityAt));

  const driven = await connectOverCdp(cdp_ws_url);
  await expect.poll(activities).toEqual(Array(2).fill({ clients: 1, last_active_ms: null }));
  const beforeMs = Date.now();
  await driven.close();
  const left = { clients: 0, last_active_ms: expect.any(Number) };
  await expect.poll(activities).toEqual([left, left]);
  const [atOne, atOther] = await activities();
  expect(atOne).toEqual(atOther);
  expect(atOne?.last_active_ms).toBeGreaterThanOrEqual(beforeMs);
});
