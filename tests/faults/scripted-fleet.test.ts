// A script acts on a scripted upstream and on the dashboard through its own API; afterwards every figure the dashboard
// tells is held against what the script did. The way between the two is cut, and the dashboard is killed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { type Attention, type AttentionItem, attention } from "../../lib/bff/attention.ts";
import { auditEntry } from "../../lib/bff/audit.ts";
import { poolHistory } from "../../lib/bff/history.ts";
import { proxyHistory } from "../../lib/bff/proxies.ts";
import { recorderState } from "../../lib/bff/recorder.ts";
import { runHistory, runSeries } from "../../lib/bff/run-history.ts";
import { operations } from "../../lib/contract/operations.ts";
import { epochMs } from "../../lib/server/store/run-rows.ts";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { patience } from "../support/eventually.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { endRunsByThemselves } from "../support/scripted-api/ending-runs.ts";
import { type ScriptedApi, startScriptedApi } from "../support/scripted-api/scripted-api.ts";

let upstream: ScriptedApi;
let relay: Relay;
let dashboard: RunningDashboard;
let operator: Visitor;
const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-truth-"));
const start = () => startDashboard({ apiBaseUrl: relay.url, token: upstream.token, dataDir });

beforeAll(async () => {
  upstream = await startScriptedApi();
  endRunsByThemselves(upstream.records);
  relay = await startRelay(upstream.url);
  dashboard = await start();
  operator = await dashboard.admin();
});
afterAll(async () => {
  await dashboard?.stop();
  await relay?.close();
  await upstream?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const eventually = patience(40_000);
const read = async (path: string) => {
  const reply = await operator.get(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.json;
};
const seen = async (): Promise<Attention> => attention.parse(await read("/api/attention"));
const history = async () => runHistory.parse(await read("/api/history/invocations?limit=100"));
const listed = () => upstream.api.call(operations.listInvocations, { query: { limit: 100 } });
const item = (found: Attention, id: string): AttentionItem | undefined =>
  found.items.find((each) => each.id === id);

const invoke = (version: string, payload: unknown) =>
  upstream.api.call(operations.createInvocation, {
    body: {
      app_name: "storefront",
      version,
      action_name: "search",
      payload: JSON.stringify(payload),
      async: true,
    },
  });

/** Everything told of runs is what the API lists, each run once. */
async function expectRunsToBeTrue() {
  const truth = await eventually("every run is over", listed, (runs) =>
    runs.every(({ status }) => status === "succeeded" || status === "failed"),
  );
  // Until the mirror has caught up it knows older runs only, and those may all be over.
  const told = await eventually("every run is over in the mirror", history, ({ runs }) =>
    truth.every(({ id }) => runs.some((run) => run.id === id && !run.open)),
  );
  expect(told.runs.map(({ id, status, started_at_ms }) => ({ id, status, started_at_ms }))).toEqual(
    truth.map(({ id, status, started_at }) => ({ id, status, started_at_ms: epochMs(started_at) })),
  );
  const first = Math.min(...truth.map(({ started_at }) => epochMs(started_at) ?? 0));
  const series = runSeries.parse(await read(`/api/history/runs?since_ms=${first - 3_600_000}&by=version`));
  for (const version of ["v1", "v2"]) {
    const own = truth.filter((run) => run.version === version);
    const group = series.groups.find((each) => each.version === version);
    for (const status of ["succeeded", "failed"] as const)
      expect(group?.[status] ?? 0, `${version} ${status}`).toBe(
        own.filter((run) => run.status === status).length,
      );
  }
  return truth;
}

test("a regression is told with the script's figures, and what was looked at", async () => {
  for (let at = 0; at < 6; at += 1) await invoke("v1", { query: `oak ${at}` });
  for (let at = 0; at < 7; at += 1) await invoke("v2", { wrong: at });
  await eventually(
    "all runs are mirrored",
    history,
    ({ runs }) => runs.length === 13 && runs.every(({ open }) => !open),
  );
  const truth = await expectRunsToBeTrue();
  const failed = truth.filter(({ status, version }) => status === "failed" && version === "v2").length;
  expect(failed).toBe(7);
  const found = await eventually("it is told", seen, (each) =>
    each.items.some(({ kind }) => kind === "failing"),
  );
  expect(item(found, 'failing:["storefront","search","v2"]')).toMatchObject({
    failed,
    finished: 7,
    share: 1,
    inputs: 7,
    others: { failed: 0, finished: 6 },
  });
  expect(new Set(found.items.map(({ id }) => id)).size).toBe(found.items.length);
  const runs = found.checks.find(({ subject }) => subject === "runs");
  expect(runs).toMatchObject({ state: "checked", examined: 13 });
});

test("a drained pool is told when its last browser is taken, and no longer when it is back", async () => {
  const { records } = upstream;
  const pool = records.pool({
    name: "truth-pool",
    available_count: 1,
    acquired_count: 0,
    browser_pool_config: { size: 1 },
  });
  const id = `pool:${pool.id}`;
  const acquired = await upstream.api.call(operations.acquireBrowser, {
    params: { id_or_name: pool.id },
    body: { acquire_timeout_seconds: 10 },
  });
  if (acquired === undefined) throw new Error("no browser came");
  // Before its first browser is there, it is told to be empty.
  const isTaken = (told: ReturnType<typeof item>) => told?.kind === "pool" && told.state === "acquired";
  const taken = await eventually("it is told", seen, (found) => isTaken(item(found, id)));
  expect(item(taken, id)).toMatchObject({
    available: 0,
    acquired: 1,
    size: 1,
    name: "truth-pool",
  });
  const fromMs = Date.now() - 60_000;
  const history = async () => {
    const { pools } = poolHistory.parse(await read(`/api/history/pools?since_ms=${fromMs}`));
    return pools.find((each) => each.pool_id === pool.id)?.samples ?? [];
  };
  await eventually("it is sampled", history, (samples) => samples.some(({ acquired: held }) => held === 1));
  await upstream.api.call(operations.releaseBrowser, {
    params: { id_or_name: pool.id },
    body: { session_id: acquired.session_id },
  });
  await eventually("it is no longer told", seen, (found) => item(found, id) === undefined);
  const samples = await history();
  // One browser is in one of two places or being started: nothing else was ever sampled.
  for (const { available, acquired: held, size } of samples)
    if (available !== null && held !== null) expect(available + held).toBeLessThanOrEqual(size ?? 0);
  records.pools.delete(pool.id);
});

test("a proxy's recorded checks are the script's, one each, and it is told while it is down", async () => {
  const { records } = upstream;
  const { id } = records.proxy({ name: "moody" });
  const set = (status: "available" | "unavailable") => records.checks.set(id, () => ({ status }));
  const script = ["available", "unavailable", "available", "unavailable", "unavailable"] as const;
  for (const status of script) {
    set(status);
    expect((await operator.send("POST", `/api/proxies/${id}/check`, {})).status).toBe(200);
  }
  const told = proxyHistory.parse(await read(`/api/history/proxies?since_ms=0&proxy_id=${id}`));
  expect(told.proxies[0]?.marks.map(({ status }) => status)).toEqual([...script]);
  const found = await eventually("it is told", seen, (each) => item(each, `proxy:${id}`) !== undefined);
  expect(item(found, `proxy:${id}`)).toMatchObject({
    state: "down",
    since_ms: told.proxies[0]?.marks[3]?.at_ms,
    checks: 5,
    unavailable: 3,
    hanging: { pools: 0, sessions: 0, runs: 0, complete: true },
  });
  set("available");
  await operator.send("POST", `/api/proxies/${id}/check`, {});
  const after = await eventually("it is up", seen, (each) => {
    const own = item(each, `proxy:${id}`);
    return own?.kind !== "proxy" || own.state !== "down";
  });
  // Three changes in five steps: it flaps, and is still one thing.
  expect(item(after, `proxy:${id}`)).toMatchObject({ state: "flapping", checks: 6, unavailable: 3 });
  records.proxies.delete(id);
});

test("an outage is one thing, invents no sample, and what happened in it is known afterwards", async () => {
  const cutAtMs = Date.now();
  relay.set({ kind: "refuse" });
  const found = await eventually("it is told", seen, (each) => item(each, "silent") !== undefined);
  expect(found.items[0]).toMatchObject({ id: "silent", code: expect.stringMatching(/^upstream_/) });
  expect(item(found, "recorder")).toBeUndefined();
  await eventually(
    "the recorder says so",
    async () => recorderState.parse(await read("/api/recorder")),
    ({ status }) => status === "failing",
  );
  const { id } = await invoke("v1", { query: "yew" });
  const healMs = Date.now();
  relay.set({ kind: "pass" });
  await eventually("it is over", seen, (each) => item(each, "silent") === undefined);
  await eventually(
    "the run of the outage is there",
    history,
    ({ runs, gaps }) => gaps.length === 0 && runs.some((run) => run.id === id && !run.open),
  );
  await expectRunsToBeTrue();
  const { pools } = poolHistory.parse(await read(`/api/history/pools?since_ms=${cutAtMs}`));
  const invented = pools.flatMap(({ samples }) =>
    samples.filter(({ at_ms, available }) => at_ms > cutAtMs + 1_500 && at_ms < healMs && available !== null),
  );
  expect(invented).toEqual([]);
});

test("kill -9 in the middle of writes loses no act and doubles no run", async () => {
  const { id: target } = upstream.records.proxy({ name: "target" });
  const acknowledged: string[] = [];
  for (const round of [1, 2]) {
    for (let at = 0; at < 10; at += 1) await invoke("v1", { query: `round ${round} ${at}` });
    const acts = Array.from({ length: 30 }, async () => {
      const reply = await operator.send("POST", `/api/proxies/${target}/check`, {}).catch(() => undefined);
      const requestId = reply?.headers["x-request-id"];
      if (reply?.status === 200 && typeof requestId === "string") acknowledged.push(requestId);
    });
    await new Promise((resolve) => setTimeout(resolve, 60 + 90 * round));
    dashboard.child.kill("SIGKILL");
    await Promise.all(acts);
    await dashboard.stop();
    dashboard = await start();
    operator = await dashboard.admin();
  }
  await eventually(
    "it records again",
    history,
    ({ runs, gaps }) => gaps.length === 0 && runs.every(({ open }) => !open),
  );
  await expectRunsToBeTrue();
  const entries: z.output<typeof auditEntry>[] = [];
  // On a fast machine more acts are answered than one page holds.
  for (let offset = 0; offset === entries.length; offset += 100) {
    const query = `action=checkProxy&limit=100&offset=${offset}`;
    entries.push(...z.array(auditEntry).parse(await read(`/api/audit?${query}`)));
  }
  const answered = entries.filter(({ phase }) => phase === "answered").map(({ request_id }) => request_id);
  const intended = new Set(
    entries.filter(({ phase }) => phase === "intended").map(({ request_id }) => request_id),
  );
  expect(acknowledged.filter((requestId) => !answered.includes(requestId))).toEqual([]);
  expect(new Set(answered).size).toBe(answered.length);
  // Nothing was answered that was not written down before it was sent.
  expect(answered.filter((requestId) => !intended.has(requestId))).toEqual([]);
}, 90_000);
