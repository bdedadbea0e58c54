// Every query of the Grafana dashboard and of the alert rules, as Prometheus answers it from the built dashboard.
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { operations } from "../../lib/contract/operations/operations.ts";
import { startDashboard } from "../support/dashboard/dashboard.ts";
import { freePort } from "../support/programs/free-port.ts";
import { hasPrometheus, startPrometheus } from "../support/programs/prometheus.ts";
import { endInvocationsByThemselves } from "../support/scripted-api/ending-invocations.ts";
import { startScriptedApi } from "../support/scripted-api/scripted-api.ts";
import { waitFor } from "../support/wait-until.ts";

const rulesFile = "deploy/prometheus/fleetdeck-alerts.yml";
const panels = z
  .object({
    panels: z.array(
      z.object({
        title: z.string(),
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync("deploy/grafana/fleetdeck.json", "utf8")))
  .panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({
      name: `${title}: ${legendFormat}`,
      expression: expr.replaceAll("$job", "fleetdeck"),
      labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label),
    })),
  );
const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            annotations: z.object({ summary: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(readFileSync(rulesFile, "utf8")))
  .groups.flatMap((group) =>
    group.rules.map(({ alert, expr, annotations: { summary } }) => ({
      name: alert,
      // What they compare, whether or not it is as bad as they say, without what they leave out.
      expression: expr.replace(/ unless .*/, "").replaceAll(/(==|[<>]) [\d.e]+/g, ""),
      labels: [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label),
    })),
  );

const where = "of a fleet in which everything happens";
// The reason is in the name: without it nobody would notice that nothing was tested.
describe.skipIf(!hasPrometheus)(`${where}${hasPrometheus ? "" : " (skipped: no Prometheus)"}`, () => {
  it("every query has series with the labels that are shown", async () => {
    const upstream = await startScriptedApi();
    onTestFinished(upstream.close);
    endInvocationsByThemselves(upstream.records);
    upstream.records.pool();
    upstream.records.browser();
    const { id: proxy } = upstream.records.proxy();
    upstream.records.invocation({ status: "running" });
    upstream.fail("GET", "/profiles", { kind: "answer", status: 500, body: {} });
    const targetPort = await freePort();
    const dashboard = await startDashboard({
      apiBaseUrl: upstream.url,
      token: upstream.token,
      variables: { METRICS_PORT: String(targetPort) },
    });
    onTestFinished(async () => void (await dashboard.stop()));
    const admin = await dashboard.admin();
    const prometheus = await startPrometheus({ targetPort, rules: rulesFile });
    onTestFinished(prometheus.stop);

    expect((await admin.send("POST", `/api/proxies/${proxy}/check`, {})).status).toBe(200);
    await expect.poll(() => prometheus.query("fleetdeck_store_up")).toHaveLength(1);
    const invoke = (payload: string) =>
      upstream.api.call(operations.createInvocation, {
        body: { app_name: "shop", version: "v1", action_name: "search", async: true, payload },
      });
    /** As it was a second ago: the queries then have several figures of each. */
    const ended = async (count: number) =>
      await expect
        .poll(() => prometheus.query("sum(fleetdeck_invocations_total offset 1s)"))
        .toMatchObject([{ value: count }]);
    await invoke('{"query":"a"}');
    await ended(1);
    for (const payload of ['{"query":"b"}', '{"query":"c"}', "{}"]) await invoke(payload);
    await ended(4);
    await expect.poll(() => prometheus.query("fleetdeck_upstream_breaker_open == 1")).toHaveLength(1);

    // No request has failed by a fault of the dashboard itself.
    const noFault = "FleetdeckErrors";
    for (const { name, expression, labels } of [...panels, ...rules]) {
      const ask = () => prometheus.query(expression);
      if (name === noFault) {
        expect(await ask()).toEqual([]);
        continue;
      }
      // After a scrape that took too long, Prometheus has no series until the next one.
      const series = await waitFor(`${name} has series`, ask, ({ length }) => length > 0);
      for (const { labels: found } of series)
        for (const label of labels)
          expect([name, Object.keys(found)]).toEqual([name, expect.arrayContaining([label])]);
    }
    // One of three has failed since the first, with which the series began.
    const [share] = panels.filter(({ name }) => name.startsWith("Failure share"));
    await expect
      .poll(async () => (await prometheus.query(share?.expression ?? ""))[0]?.value)
      .toBeCloseTo(1 / 3, 1);

    const loaded = await prometheus.read("/api/v1/rules?type=alert");
    const evaluated = z
      .object({
        data: z.object({
          groups: z.array(z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) })),
        }),
      })
      .parse(loaded)
      .data.groups.flatMap((group) => group.rules);
    expect(evaluated).toEqual(rules.map(({ name }) => ({ name, health: "ok" })));
  });
});
