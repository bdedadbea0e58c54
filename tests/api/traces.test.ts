// Traces of the built dashboard: a request, its route and its calls of the API, and nothing that a span must not have.
import { afterAll, describe, expect, it } from "vitest";
import { createApiToken } from "../../lib/server/auth/api-tokens.ts";
import { sendRequest } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { startOtlpCollector } from "../support/programs/otlp-collector.ts";

const collector = await startOtlpCollector();
afterAll(() => collector.close());
const { api, dashboard } = await faultyDashboardForTests({
  token: "traces-tests-token-1",
  variables: {
    RECORDER: "off",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "fleet-under-test",
    OTEL_TRACES_SAMPLER: "parentbased_always_on",
  },
});
const { token } = await createApiToken(
  await dashboard.store(),
  { name: "tracing", role: "operator", expires_in_days: 1 },
  "a test",
  Date.now(),
);
const get = (path: string, headers: Record<string, string> = {}) =>
  sendRequest(dashboard.url, path, { headers: { authorization: `Bearer ${token}`, ...headers } });
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const named = (name: string) => collector.spans.filter((span) => span.name === name);

describe("a trace", () => {
  it("has the request, its route and the call of the API, below the caller's span", async () => {
    const parent = "00f067aa0ba902b7";
    await get("/api/proxies/proxy-secret-1?", { traceparent: `00-${traceId}-${parent}-01` });
    await expect.poll(() => named("GET /api/proxies/{id}").length).toBe(1);
    const [request] = named("GET /api/proxies/{id}");
    const [route] = named("retrieveProxy");
    const [call] = named("GET /proxies/{id}");
    expect(request).toMatchObject({ traceId, parentSpanId: parent, kind: 2 });
    expect(request?.attributes).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "http.route": "/api/proxies/{id}",
    });
    expect(route).toMatchObject({ traceId, parentSpanId: request?.spanId, kind: 1 });
    expect(call).toMatchObject({ traceId, parentSpanId: route?.spanId, kind: 3 });
    expect(call?.attributes).toMatchObject({ "fleetdeck.outcome": "ok", "url.template": "/proxies/{id}" });
    const sent = api.hits.find(({ url }) => url === "/proxies/proxy-secret-1");
    expect(sent?.headers.traceparent).toBe(`00-${traceId}-${call?.spanId}-01`);
    expect(collector.resources[0]).toMatchObject({ "service.name": "fleet-under-test" });
  });

  it("shows which call failed", async () => {
    api.fail("/proxies/proxy-secret-2", { kind: "body", status: 500, text: "{}" });
    await get("/api/proxies/proxy-secret-2");
    api.clearFaults();
    await expect
      .poll(() => named("GET /proxies/{id}").filter(({ status }) => status === 2).length)
      .toBeGreaterThan(0);
  });

  it("has nothing of addresses, queries, tokens or bodies", async () => {
    await get("/api/proxies?query=secret-of-a-query");
    await get("/invocations?text=secret-of-a-page");
    await expect.poll(() => named("GET /proxies").length).toBeGreaterThan(0);
    await dashboard.admin();
    const text = collector.text();
    for (const secret of ["secret-", token, "traces-tests-token-1", "canary", "fleetdeck.session"])
      expect(text, secret).not.toContain(secret);
  });
});
