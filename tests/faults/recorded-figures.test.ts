// A script acts on a scripted upstream and on the dashboard through its own API; afterwards every figure the dashboard
// reports is held against what the script did. The way between the two is cut, and the dashboard is killed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { type Attention, type AttentionItem, attention, itemsOf } from "../../lib/bff/attention.ts";
import { auditEntry } from "../../lib/bff/audit.ts";
import { poolHistory } from "../../lib/bff/history.ts";
import { invocationHistory, invocationSeries } from "../../lib/bff/invocation-history.ts";
import { proxyHistory } from "../../lib/bff/proxies.ts";
import { recorderState } from "../../lib/bff/recorder.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { epochMs } from "../../lib/server/kernel/epoch-ms.ts";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard/dashboard.ts";
import { type Relay, startRelay } from "../support/programs/relay.ts";
import { endInvocationsByThemselves } from "../support/scripted-api/ending-invocations.ts";
import { type ScriptedApi, startScriptedApi } from "../support/scripted-api/scripted-api.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

let upstream: ScriptedApi;
let relay: Relay;
let dashboard: RunningDashboard;
let operator: Visitor;
const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-expected-"));
const start = () => startDashboard({ apiBaseUrl: relay.url, token: upstream.token, dataDir });

beforeAll(async () => {
  upstream = await startScriptedApi();
  endInvocationsByThemselves(upstream.records);
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

const read = async (path: string) => {
  const reply = await operator.get(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.json;
};
const seen = async (): Promise<Attention> => attention.parse(await read("/api/attention"));
const history = async () => invocationHistory.parse(await read("/api/history/invocations?limit=100"));
const recorder = async () => recorderState.parse(await read("/api/recorder"));
const listed = () => upstream.api.call(operations.listInvocations, { query: { limit: 100 } });
const item = (found: Attention, id: string): AttentionItem | undefined =>
  itemsOf(found).find((each) => each.id === id);

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

/** Everything reported of invocations is what the API lists, each invocation once. */
async function expectInvocationsToBeTrue() {
  const expected = await waitFor("every invocation is over", listed, (invocations) =>
    invocations.every(({ status }) => status === "succeeded" || status === "failed"),
  );
  // Until the mirror has caught up it knows older invocations only, and those may all be over.
  const reported = await waitFor("every invocation is over in the mirror", history, ({ invocations }) =>
    expected.every(({ id }) => invocations.some((invocation) => invocation.id === id && !invocation.open)),
  );
  // Those that began in the same millisecond have no order.
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  const figures = reported.invocations.map(({ id, status, started_at_ms }) => ({
    id,
    status,
    started_at_ms,
  }));
  expect(figures.sort(byId)).toEqual(
    expected
      .map(({ id, status, started_at }) => ({ id, status, started_at_ms: epochMs(started_at) }))
      .sort(byId),
  );
  const first = Math.min(...expected.map(({ started_at }) => epochMs(started_at) ?? 0));
  const series = invocationSeries.parse(
    await read(`/api/history/invocation_series?since_ms=${first - 3_600_000}&by=version`),
  );
  for (const version of ["v1", "v2"]) {
    const own = expected.filter((invocation) => invocation.version === version);
    const group = series.groups.find((each) => each.version === version);
    for (const status of ["succeeded", "failed"] as const)
      expect(group?.[status] ?? 0, `${version} ${status}`).toBe(
        own.filter((invocation) => invocation.status === status).length,
      );
  }
  return expected;
}

test("a regression is reported with the scripted figures and the checks made", async () => {
  for (let at = 0; at < 6; at += 1) await invoke("v1", { query: `oak ${at}` });
  for (let at = 0; at < 7; at += 1) await invoke("v2", { wrong: at });
  await waitFor(
    "all invocations are mirrored",
    history,
    ({ invocations }) => invocations.length === 13 && invocations.every(({ open }) => !open),
  );
  const expected = await expectInvocationsToBeTrue();
  const failed = expected.filter(({ status, version }) => status === "failed" && version === "v2").length;
  expect(failed).toBe(7);
  const checkOf = ({ checks }: Attention) => checks.find(({ subject }) => subject === "invocations");
  // A pause of the machine may be a gap until it is filled.
  const found = await waitFor(
    "it is reported",
    seen,
    (each) => itemsOf(each).some(({ kind }) => kind === "failing") && checkOf(each)?.state === "checked",
  );
  expect(item(found, 'failing:["storefront","search","v2"]')).toMatchObject({
    failed,
    finished: 7,
    share: 1,
    inputs: 7,
    others: { failed: 0, finished: 6 },
  });
  expect(new Set(itemsOf(found).map(({ id }) => id)).size).toBe(itemsOf(found).length);
  expect(checkOf(found)).toMatchObject({ examined: 13 });
});

test("a drained pool is reported while its last browser is acquired", async () => {
  const { records } = upstream;
  const pool = records.pool({
    name: "expected-pool",
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
  // Before its first browser is there, it is reported to be empty.
  const isTaken = (reported: ReturnType<typeof item>) =>
    reported?.kind === "pool" && reported.state === "acquired";
  const taken = await waitFor("it is reported", seen, (found) => isTaken(item(found, id)));
  expect(item(taken, id)).toMatchObject({
    available: 0,
    acquired: 1,
    size: 1,
    name: "expected-pool",
  });
  const fromMs = Date.now() - 60_000;
  const history = async () => {
    const { pools } = poolHistory.parse(await read(`/api/history/pools?since_ms=${fromMs}`));
    return pools.find((each) => each.pool_id === pool.id)?.samples ?? [];
  };
  await waitFor("it is sampled", history, (samples) => samples.some(({ acquired: held }) => held === 1));
  await upstream.api.call(operations.releaseBrowser, {
    params: { id_or_name: pool.id },
    body: { session_id: acquired.session_id },
  });
  await waitFor("it is no longer reported", seen, (found) => item(found, id) === undefined);
  const samples = await history();
  // One browser is in one of two places or being started: nothing else was ever sampled.
  for (const { available, acquired: held, size } of samples)
    if (available !== null && held !== null) expect(available + held).toBeLessThanOrEqual(size ?? 0);
  records.pools.delete(pool.id);
});

test("a proxy's recorded checks equal the scripted ones, and it is reported while down", async () => {
  const { records } = upstream;
  const { id } = records.proxy({ name: "moody" });
  const set = (status: "available" | "unavailable") => records.checks.set(id, () => ({ status }));
  const script = ["available", "unavailable", "available", "unavailable", "unavailable"] as const;
  for (const status of script) {
    set(status);
    expect((await operator.send("POST", `/api/proxies/${id}/check`, {})).status).toBe(200);
  }
  const reported = proxyHistory.parse(await read(`/api/history/proxies?since_ms=0&proxy_id=${id}`));
  expect(reported.proxies[0]?.marks.map(({ status }) => status)).toEqual([...script]);
  const found = await waitFor("it is reported", seen, (each) => item(each, `proxy:${id}`) !== undefined);
  expect(item(found, `proxy:${id}`)).toMatchObject({
    state: "down",
    since_ms: reported.proxies[0]?.marks[3]?.at_ms,
    checks: 5,
    unavailable: 3,
    dependents: { pools: 0, sessions: 0, invocations: 0, complete: true },
  });
  set("available");
  await operator.send("POST", `/api/proxies/${id}/check`, {});
  const after = await waitFor("it is up", seen, (each) => {
    const own = item(each, `proxy:${id}`);
    return own?.kind !== "proxy" || own.state !== "down";
  });
  // Three changes in five steps: it flaps, and is still one thing.
  expect(item(after, `proxy:${id}`)).toMatchObject({ state: "flapping", checks: 6, unavailable: 3 });
  records.proxies.delete(id);
});

test("an outage is one item, adds no samples, and is backfilled afterwards", async () => {
  relay.set({ kind: "refuse" });
  const found = await waitFor("it is reported", seen, (each) => item(each, "silent") !== undefined);
  expect(found.entries[0]?.cause).toMatchObject({ id: "silent", code: expect.stringMatching(/^upstream_/) });
  expect(item(found, "recorder")).toBeUndefined();
  await waitFor(
    "the recorder says so",
    recorder,
    ({ lists }) => lists.find(({ list }) => list === "pools")?.failing_since_ms != null,
  );
  // What was read before the cut has been recorded by now.
  const fromMs = Date.now();
  await waitFor("the pools have a gap", recorder, ({ gaps }) =>
    gaps.some(({ list, to_ms }) => list === "pools" && to_ms === null),
  );
  const { id } = await invoke("v1", { query: "yew" });
  const healMs = Date.now();
  relay.set({ kind: "pass" });
  await waitFor("it is over", seen, (each) => item(each, "silent") === undefined);
  await waitFor(
    "the invocation of the outage is there",
    history,
    ({ invocations, gaps }) =>
      gaps.length === 0 && invocations.some((invocation) => invocation.id === id && !invocation.open),
  );
  await expectInvocationsToBeTrue();
  const { pools } = poolHistory.parse(await read(`/api/history/pools?since_ms=${fromMs}`));
  const invented = pools.flatMap(({ samples }) =>
    samples.filter(({ at_ms, available }) => at_ms > fromMs && at_ms < healMs && available !== null),
  );
  expect(invented).toEqual([]);
});

test("SIGKILL during writes loses no action and duplicates no invocation", async () => {
  const { id: target } = upstream.records.proxy({ name: "target" });
  const acknowledged: string[] = [];
  for (const round of [1, 2]) {
    for (let at = 0; at < 10; at += 1) await invoke("v1", { query: `round ${round} ${at}` });
    const before = acknowledged.length;
    const acts = Array.from({ length: 30 }, async () => {
      const reply = await operator.send("POST", `/api/proxies/${target}/check`, {}).catch(() => undefined);
      const requestId = reply?.headers["x-request-id"];
      if (reply?.status === 200 && typeof requestId === "string") acknowledged.push(requestId);
    });
    await waitUntil("some were answered", () => acknowledged.length >= before + 5 * round);
    dashboard.child.kill("SIGKILL");
    await Promise.all(acts);
    await dashboard.stop();
    dashboard = await start();
    operator = await dashboard.admin();
  }
  await waitFor(
    "it records again",
    history,
    ({ invocations, gaps }) => gaps.length === 0 && invocations.every(({ open }) => !open),
  );
  await expectInvocationsToBeTrue();
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
});
