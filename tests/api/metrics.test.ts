// The metrics of the built dashboard, by token and on their own port, as two parsers read them.
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createApiToken } from "../../lib/server/auth/api-tokens.ts";
import { sendRequest, spawnDashboard } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { freePort } from "../support/programs/free-port.ts";
import { hasPromtool, promtool } from "../support/programs/promtool.ts";

const port = await freePort();
const { api, dashboard } = await faultyDashboardForTests({
  token: "metrics-tests-token-1",
  variables: { METRICS_PORT: String(port) },
});
const { token } = await createApiToken(
  await dashboard.store(),
  { name: "prometheus", role: "viewer", expires_in_days: 1 },
  "a test",
  Date.now(),
);
const withToken = (path: string) =>
  sendRequest(dashboard.url, path, { headers: { authorization: `Bearer ${token}` } });
const scrape = async () => (await sendRequest(`http://127.0.0.1:${port}`, "/metrics")).text;

const family = z.object({
  name: z.string(),
  help: z.string(),
  type: z.string(),
  metrics: z.array(
    z.looseObject({ value: z.string().optional(), labels: z.record(z.string(), z.string()).optional() }),
  ),
});
/** The metrics as another program than Prometheus reads them. */
const read = (text: string) => z.array(family).parse(parsePrometheusTextFormat(text));
const figure = (text: string, name: string, labels: Record<string, string> = {}) =>
  read(text)
    .find((each) => each.name === name)
    ?.metrics.find((metric) =>
      Object.entries(labels).every(([label, value]) => metric.labels?.[label] === value),
    )?.value;

describe("the metrics", () => {
  it("need a sign-in or a token on the dashboard's port, at either path, and none on their own", async () => {
    for (const path of ["/metrics", "/api/metrics"]) {
      expect((await sendRequest(dashboard.url, path)).status).toBe(401);
      const reply = await withToken(path);
      expect(reply.status).toBe(200);
      expect(reply.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
      expect(reply.text).toContain("fleetdeck_store_up 1");
    }
    const own = `http://127.0.0.1:${port}`;
    expect((await sendRequest(own, "/metrics")).status).toBe(200);
    for (const path of ["/", "/api/session", "/api/metrics"])
      expect((await sendRequest(own, path)).status).toBe(404);
    expect((await sendRequest(own, "/metrics", { method: "POST" })).status).toBe(405);
  });

  it.runIf(hasPromtool)("are what Prometheus itself accepts and recommends", async () => {
    expect(promtool(["check", "metrics"], await scrape())).toEqual({ code: 0, output: "" });
  });

  it("count requests by route and status, and calls of the API by operation and outcome", async () => {
    expect((await withToken("/api/proxies/proxy7")).status).toBe(200);
    expect((await withToken("/api/nothing")).status).toBe(404);
    api.fail("/proxies/proxy8", { kind: "body", status: 404, text: '{"code":"not_found","message":"x"}' });
    expect((await withToken("/api/proxies/proxy8")).status).toBe(404);
    const text = await scrape();
    const requests = "fleetdeck_http_requests_total";
    const route = { method: "GET", route: "/api/proxies/{id}" };
    expect(figure(text, requests, { ...route, status: "200" })).toBe("1");
    expect(figure(text, requests, { ...route, status: "404" })).toBe("1");
    expect(figure(text, requests, { route: "unmatched", status: "404" })).toBe("1");
    const calls = "fleetdeck_upstream_calls_total";
    expect(figure(text, calls, { operation: "retrieveProxy", outcome: "ok" })).toBe("1");
    expect(figure(text, calls, { operation: "retrieveProxy", outcome: "refused" })).toBe("1");
    expect(text).not.toMatch(/route="[^"]*proxy7/);
  });

  it("have what the recorder has stored of the fleet", async () => {
    await expect.poll(async () => figure(await scrape(), "fleetdeck_recorder_leader")).toBe("1");
    await expect
      .poll(async () =>
        figure(await scrape(), "fleetdeck_pool_browsers", { pool: "default", state: "available" }),
      )
      .toBe("2");
    const text = await scrape();
    expect(figure(text, "fleetdeck_pool_browsers", { pool: "default", state: "acquired" })).toBe("1");
    expect(figure(text, "fleetdeck_upstream_up")).toBe("1");
    expect(text).not.toContain("canary");
  });
});

it("a port that is taken ends the start with one line that names the variable", async () => {
  const { ended, output } = spawnDashboard({
    API_BASE_URL: api.url,
    API_TOKEN: "metrics-tests-token-1",
    PORT: "0",
    METRICS_PORT: String(port),
    DATA_DIR: `${dashboard.dataDir}-other`,
  });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/^dashboard: METRICS_PORT cannot be used: .*EADDRINUSE.*$/m);
});
