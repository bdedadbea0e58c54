// The series of a large fleet, of a dashboard on which everything has happened once.
// @isolated: the figures are those of the process.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { hasPromtool, promtool } from "../../../tests/support/programs/promtool.ts";
import { recorderLists } from "../../bff/recorder.ts";
import { allOperations, operations } from "../../contract/operations/operations.ts";
import { accessList } from "../auth/access-list.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { stateCheckpoint } from "../db/leader-report.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { applyToRollups } from "../invocations/rollups.ts";
import { readConfiguration, settle } from "../kernel/env.ts";
import { countRequest } from "../kernel/http-measurements.ts";
import { registry } from "../kernel/measurements.ts";
import { insertPoolSamples } from "../pools/pool-samples.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { recordFailure, recordSuccess } from "../upstream/health.ts";
import { guarded } from "../upstream/policy.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { countCall, measuredCall } from "../upstream/upstream-measurements.ts";
import { setFleetMetrics } from "./fleet-metrics.ts";
import { setInvocationMetrics } from "./invocation-metrics.ts";
import { setOwnMetrics } from "./own-metrics.ts";
import { setRecorderMetrics } from "./recorder-metrics.ts";

let dataDir = "";
let db: Database;
const nowMs = 1_700_000_000_000;

const invocationOf = (action: number, at: number, status: string, durationMs: number | null) => ({
  id: `i-${action}-${at}`,
  app_name: `app${action % 7}`,
  action_name: `action${action}`,
  version: "v1",
  status,
  started_at_ms: nowMs - 60_000,
  finished_at_ms: nowMs,
  duration_ms: durationMs,
  reason: null,
  reason_key: null,
  payload_head: null,
  output_head: null,
  open: status === "running" ? 1 : 0,
  first_seen_ms: nowMs,
  checked_at_ms: nowMs,
  sessions_at_ms: 0,
});

/** Records invocations as the mirror does. */
async function record(invocations: readonly ReturnType<typeof invocationOf>[]): Promise<void> {
  for (const invocation of invocations) await db.insertInto("invocations").values(invocation).execute();
  await applyToRollups(
    db,
    invocations.map((after) => ({ before: undefined, after })),
    0,
  );
}

const resource = (kind: "pool" | "proxy" | "session", at: number) => ({
  kind,
  id: `${kind}-${at}`,
  name: kind === "session" ? null : `the ${kind} ${at}`,
  source: "list",
  details: { status: "known" },
  atMs: nowMs,
});

/** Adds pools, proxies and actions up to these numbers. */
async function addFleet({ pools, proxies, actions }: Record<"pools" | "proxies" | "actions", number>) {
  const before = (await db.selectFrom("invocations").select("action_name").distinct().execute()).length;
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
  await upsertResources(db, [
    ...upTo(pools).map((at) => resource("pool", at)),
    ...upTo(proxies).map((at) => resource("proxy", at)),
    ...upTo(25).map((at) => resource("session", at)),
  ]);
  await insertPoolSamples(
    db,
    upTo(pools).map((at) => ({
      pool_id: `pool-${at}`,
      at_ms: nowMs,
      available: 3,
      acquired: 2,
      size: 10 + at,
    })),
  );
  await insertProxyChecks(
    db,
    upTo(proxies).map((at) => ({
      proxy_id: `proxy-${at}`,
      at_ms: nowMs - 5_000,
      status: at % 10 === 0 ? "unavailable" : "available",
      latency_ms: 120,
      ip: null,
      source: "schedule" as const,
    })),
  );
  await record(
    upTo(actions)
      .slice(before)
      .flatMap((action) => [
        invocationOf(action, 0, "succeeded", 900),
        invocationOf(action, 1, "failed", 40_000),
        ...(action < 3 ? [invocationOf(action, 2, "running", null)] : []),
      ]),
  );
}

const read = async () => {
  await setRecorderMetrics(db, "here", nowMs);
  await setFleetMetrics(db, nowMs);
  await setInvocationMetrics(db, nowMs);
  setOwnMetrics({ isStoreRead: true, isStoreWritable: true, disk: { freeBytes: 1_000, sizeBytes: 4_000 } });
  return `${await registry("process").metrics()}\n${await registry("store").metrics()}`;
};
const seriesIn = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
/** The value of one series; undefined when there is none. */
const figure = (text: string, series: string) => {
  const line = seriesIn(text).find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-metrics-"));
  db = await openEmptyStore(dataDir);
  const configuration = readConfiguration({
    API_BASE_URL: "http://127.0.0.1:4600",
    API_TOKEN: "a-token-of-tests",
  });
  settle(configuration, { port: 3000, sessionSecret: "s".repeat(40), development: false });
});
afterAll(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the unfilled browsers of pools", () => {
  const unfilled = 'fleetdeck_pool_browsers{pool="other",state="unfilled"}';

  it("are none without a pool, for an autoscaler that reads them, and unknown of pools without samples", async () => {
    const text = async () => {
      await setFleetMetrics(db, nowMs);
      return await registry("store").metrics();
    };
    const ofPools = async () => seriesIn(await text()).filter((line) => line.startsWith("fleetdeck_pool_"));
    expect(await ofPools()).toEqual([`${unfilled} 0`]);
    // Named by a session, and never seen itself.
    const { details: _, ...mentioned } = resource("pool", 0);
    await upsertResources(db, [mentioned]);
    expect(await ofPools()).toEqual([`${unfilled} 0`]);
    await upsertResources(db, [resource("pool", 0)]);
    expect(await ofPools()).toEqual([]);
  });
});

it("say that the store takes no writes, and nothing of a disk whose size is unknown", async () => {
  setOwnMetrics({ isStoreRead: true, isStoreWritable: false, disk: undefined });
  const text = await registry("process").metrics();
  expect(figure(text, "fleetdeck_store_up")).toBe(1);
  expect(figure(text, "fleetdeck_store_writable")).toBe(0);
  expect(seriesIn(text).filter((line) => line.startsWith("fleetdeck_disk_"))).toEqual([]);
});

describe("the metrics of 40 pools, 100 proxies and 200 actions", () => {
  it("are at most 2,000 series, with every route and operation in use", async () => {
    await addFleet({ pools: 40, proxies: 100, actions: 200 });
    await writeCheckpoint(db, stateCheckpoint, {
      at_ms: nowMs,
      lists: recorderLists.map((list) => ({
        list,
        offered: true,
        mode: "slow",
        last_good_at_ms: nowMs - 30_000,
        failing_since_ms: null,
        code: null,
        behind: null,
        skipped: 0,
        partly: null,
      })),
      duties: [],
    });
    const addresses = accessList().filter(({ address }) => !address.startsWith("topic "));
    for (const { address } of addresses)
      for (const status of [200, 400, 401, 403, 429, 500, 502, 503]) {
        const [method = "", route = ""] = address.split(" ");
        countRequest({ method, path: `/api${route}`, route, status, seconds: 0.1 });
      }
    for (const operation of allOperations) {
      await measuredCall(operation, async () => "done");
      for (const outcome of ["ok", "refused", "busy", "timeout", "failed", "cancelled", "not_sent"] as const)
        countCall(operation, outcome);
    }
    const text = await read();
    const count = seriesIn(text).length;
    expect(count).toBeGreaterThan(1_000);
    expect(count).toBeLessThanOrEqual(2_000);
    // An alert selects by it.
    expect(text).toMatch(/fleetdeck_http_requests_total\{method="other",route="other",status="500"\} \d/);
    expect(figure(text, 'fleetdeck_pool_browsers{pool="the pool 39",state="unfilled"}')).toBe(44);
    expect(figure(text, 'fleetdeck_proxies{status="unavailable"}')).toBe(10);
    expect(figure(text, 'fleetdeck_proxy_up{proxy="the proxy 10"}')).toBe(0);
    expect(figure(text, "fleetdeck_browsers")).toBe(25);
    expect(figure(text, "fleetdeck_disk_free_bytes")).toBe(1_000);
    expect(figure(text, "fleetdeck_disk_size_bytes")).toBe(4_000);
    expect(figure(text, 'fleetdeck_recorder_lag_seconds{list="pools"}')).toBe(30);
  });

  it("begin at zero for what ended before the start, which Prometheus would take for new after a restart", async () => {
    const lines = seriesIn(await read()).filter((line) =>
      /^fleetdeck_invocation(s_total|_duration_seconds_count)\{/.test(line),
    );
    expect(lines).toHaveLength(3 * 41);
    expect(lines.filter((line) => !line.endsWith(" 0"))).toEqual([]);
  });

  it("add what has no name of its own up", async () => {
    await record(Array.from({ length: 200 }, (_, action) => invocationOf(action, 3, "failed", 40_000)));
    const text = await read();
    const failed = seriesIn(text).filter((line) =>
      /^fleetdeck_invocations_total\{.*outcome="failed"/.test(line),
    );
    expect(failed).toHaveLength(41);
    expect(failed.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)).toBe(200);
    const durations = 'fleetdeck_invocation_duration_seconds_count{app="other",action="other"}';
    expect(figure(text, durations)).toBe(160);
  });

  it("have the waiting invocations also when there are none, for an autoscaler that reads them", async () => {
    const waiting = 'fleetdeck_invocations_open{app="other",action="other",status="queued"}';
    expect(figure(await read(), waiting)).toBe(0);
  });

  it("count an invocation once, when it ends, whatever else is read", async () => {
    const series = 'fleetdeck_invocations_total{app="app0",action="action0",outcome="failed"}';
    expect(figure(await read(), series)).toBe(1);
    const before = invocationOf(0, 2, "running", null);
    await applyToRollups(db, [{ before, after: { ...before, status: "failed", duration_ms: 70_000 } }], 0);
    await read();
    const text = await read();
    expect(figure(text, series)).toBe(2);
    const bucket = (bound: string) =>
      figure(text, `fleetdeck_invocation_duration_seconds_bucket{le="${bound}",app="app0",action="action0"}`);
    expect([bucket("1"), bucket("60"), bucket("300")]).toEqual([0, 1, 2]);
  });

  it.runIf(hasPromtool)("are what Prometheus itself accepts and recommends", async () => {
    expect(promtool(["check", "metrics"], await read())).toEqual({ code: 0, output: "" });
  });

  it("have every name that the dashboard and the rules in deploy/ use", async () => {
    const text = await read();
    const made = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    for (const file of ["prometheus/fleetdeck-alerts.yml", "grafana/fleetdeck.json"]) {
      const used = readFileSync(`deploy/${file}`, "utf8").match(/\b(fleetdeck|nodejs|process)_\w+/g) ?? [];
      const names = new Set(used.map((name) => name.replace(/_bucket$/, "")));
      expect(names.size).toBeGreaterThan(8);
      for (const name of names) expect(made, `${file}: ${name}`).toContain(name);
    }
  });

  it("state whether the API answers by the calls of the last minute, as an idle replica does not know", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = new UpstreamFailure(502, "upstream_unreachable", "Refused.", {
      unhealthy: true,
      retryable: true,
    });
    const up = async () => figure(await read(), "fleetdeck_upstream_up");
    expect(await up()).toBeUndefined();
    recordSuccess();
    vi.advanceTimersByTime(59_000);
    expect(await up()).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(await up()).toBeUndefined();
    recordFailure(refused);
    expect(await up()).toBe(0);
    vi.advanceTimersByTime(61_000);
    expect(await up()).toBeUndefined();
  });

  it("state an open circuit breaker until nothing has called the operation for a minute, as it lets the next call through", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = new UpstreamFailure(502, "upstream_unreachable", "Refused.", {
      unhealthy: true,
      retryable: true,
    });
    const { deleteProfile } = operations;
    const isOpen = async () =>
      figure(await read(), 'fleetdeck_upstream_breaker_open{operation="deleteProfile"}');
    const fail = () => guarded(deleteProfile, () => Promise.reject(refused)).catch(() => undefined);
    for (let failures = 0; failures < 5; failures += 1) await fail();
    expect(await isOpen()).toBe(1);
    // It is called again and again.
    for (let minutes = 0; minutes < 2; minutes += 1) {
      vi.advanceTimersByTime(59_000);
      expect(await isOpen()).toBe(1);
      await fail();
    }
    vi.advanceTimersByTime(70_000);
    expect(await isOpen()).toBe(0);
  });

  it.runIf(hasPromtool)("fire the alert rules as the rules' own tests expect", () => {
    for (const args of [
      ["check", "rules", "deploy/prometheus/fleetdeck-alerts.yml"],
      ["check", "config", "--syntax-only", "deploy/prometheus/prometheus.yml"],
      ["test", "rules", "deploy/prometheus/fleetdeck-alerts.test.yml"],
    ]) {
      const { code, output } = promtool(args);
      expect(output).toContain("SUCCESS");
      expect(code, output).toBe(0);
    }
  });

  it.runIf(hasPromtool)("count an action once that only one of two replicas names", () => {
    const { panels } = z
      .object({
        panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
      })
      .parse(JSON.parse(readFileSync("deploy/grafana/fleetdeck.json", "utf8")));
    const expression = (wanted: string) =>
      panels.find(({ title }) => title === wanted)?.targets[0]?.expr.replaceAll("$job", ".*");
    const series = (name: string, instance: string, action: string, label: string, values: string) => ({
      series: `fleetdeck_${name}{job="fleetdeck",instance="${instance}",app="${action}",action="${action}",${label}}`,
      values,
    });
    const open = ["invocations_open", 'status="queued"'] as const;
    const ended = ["invocations_total", 'outcome="failed"'] as const;
    const tests = {
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: [
            series(open[0], "a", "other", open[1], "250x10"),
            series(open[0], "b", "other", open[1], "150x10"),
            series(open[0], "b", "pay", open[1], "100x10"),
            series(ended[0], "a", "other", ended[1], "0+300x10"),
            series(ended[0], "b", "other", ended[1], "0+180x10"),
            series(ended[0], "b", "pay", ended[1], "0+120x10"),
          ],
          promql_expr_test: [
            {
              expr: expression("Invocations open"),
              eval_time: "10m",
              exp_samples: [{ labels: "{}", value: 250 }],
            },
            {
              expr: expression("Ended invocations a minute"),
              eval_time: "10m",
              exp_samples: [{ labels: '{outcome="failed"}', value: 300 }],
            },
          ],
        },
      ],
    };
    // JSON is YAML.
    const file = join(dataDir, "two-replicas.test.yml");
    writeFileSync(file, JSON.stringify(tests));
    expect(promtool(["test", "rules", file]).output).toContain("SUCCESS");
  });

  it("are left out of a list that the API no longer offers, and of a duty that is gone", async () => {
    const [first, ...others] = recorderLists;
    const state = (list: string, offered: boolean) => ({
      list,
      offered,
      mode: "slow",
      last_good_at_ms: nowMs - 600_000,
      failing_since_ms: nowMs,
      code: null,
      behind: null,
      skipped: 0,
      partly: null,
    });
    const write = async (lists: readonly object[], duties: readonly object[]) =>
      await writeCheckpoint(db, stateCheckpoint, { at_ms: nowMs, lists, duties });
    const duty = { duty: "cleaning", failing_since_ms: nowMs, code: null, lost: 0 };
    await write(
      recorderLists.map((list) => state(list, true)),
      [duty],
    );
    const before = await read();
    expect(figure(before, `fleetdeck_recorder_lag_seconds{list="${first}"}`)).toBe(600);
    expect(figure(before, 'fleetdeck_recorder_failing{list="cleaning"}')).toBe(1);
    await write([state(first, false), ...others.map((list) => state(list, true))], []);
    const after = await read();
    expect(figure(after, `fleetdeck_recorder_lag_seconds{list="${first}"}`)).toBeUndefined();
    expect(figure(after, 'fleetdeck_recorder_failing{list="cleaning"}')).toBeUndefined();
  });

  it("name proxies by id where a name is not theirs alone", async () => {
    await upsertResources(db, [{ ...resource("proxy", 7), id: "twin", name: "the proxy 8" }]);
    const text = await read();
    expect(figure(text, 'fleetdeck_proxy_up{proxy="the proxy 8"}')).toBeUndefined();
    expect(figure(text, 'fleetdeck_proxy_up{proxy="proxy-8"}')).toBe(1);
    expect(figure(text, 'fleetdeck_proxies{status="unchecked"}')).toBe(1);
  });

  it("stay bounded when the fleet is larger", async () => {
    await addFleet({ pools: 120, proxies: 300, actions: 300 });
    const text = await read();
    expect(seriesIn(text).length).toBeLessThanOrEqual(2_100);
    expect(figure(text, 'fleetdeck_pool_size{pool="other"}')).toBeGreaterThan(1_000);
    expect(figure(text, 'fleetdeck_proxy_up{proxy="other"}')).toBe(1);
    expect(z.number().parse(figure(text, 'fleetdeck_proxies{status="available"}'))).toBe(270);
  });
});
