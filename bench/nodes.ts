// A service with 50 nodes and 5,000 sessions, on browsers as thin as paper: what placing, listing, reaching and losing them
// costs, and with how many sessions that exceeds a bound. The service, PostgreSQL and the connections are real.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "../tests/support/programs/free-port.ts";
import { startPostgres } from "../tests/support/programs/postgres.ts";
import { residentMegabytes } from "../tests/support/programs/process-memory.ts";
import { type ServiceProgram, startServiceProgram } from "../tests/support/service/service-program.ts";
import { type Child, startChild } from "./support/child.ts";
import { durationsOf, type Figure, type Harness, p95Of } from "./support/figure.ts";

const id = "nodes";
const token = "bench-token-of-all-services";
const groups = 5;
const nodesPerGroup = 10;
/** More than are reached. */
const browsersPerNode = 5_000;
const sessions = 5_000;
const inFlight = 32;
/** How many more sessions each step to the limit creates, and how long steps begin: two of them, beyond twice `sessions`. */
const stepSessions = 4_000;
const stepsWithinMs = 10_000;
/** What is too slow: p95 in milliseconds of a session placed, and of a list of 100. */
const bounds = { placed: 250, listed: 100 } as const;
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

const started = z.object({ addresses: z.array(z.string()) });
const created = z.object({ session_id: z.string() });
const node = z.object({ state: z.string(), used: z.number() });

async function startOn(databaseUrl: string): Promise<{ program: Promise<ServiceProgram>; dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const variables = {
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_TOKEN: token,
    SERVICE_PORT: String(await freePort()),
    SERVICE_MAX_BROWSERS: "0",
    TEST_SPEEDUP: "1",
  };
  return { program: startServiceProgram(variables, dataDir), dataDir };
}

async function get(url: string): Promise<unknown> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return await answer.json();
}

async function until(what: string, holds: () => Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    if (await holds().catch(() => false)) return performance.now() - startMs;
    if (performance.now() - startMs > 120_000) throw new Error(`In two minutes ${what} did not happen.`);
    await pause(100);
  }
}

const nodesOf = async (url: string) => z.array(node).parse(await get(`${url}/nodes`));
const usedOf = async (url: string) => (await nodesOf(url)).reduce((sum, { used }) => sum + used, 0);

/** Creates sessions, so many at once; resolves with their ids and how long each took. */
async function createAll(
  url: string,
  count: number,
): Promise<{ ids: string[]; takenMs: number[]; perSecond: number }> {
  const ids: string[] = [];
  const takenMs: number[] = [];
  const startMs = performance.now();
  let begun = 0;
  const work = async () => {
    while (begun < count) {
      begun += 1;
      const atMs = performance.now();
      const body = JSON.stringify({ headless: true, timeout_seconds: 3_600, tags: { bench: String(begun) } });
      const answer = await fetch(`${url}/browsers`, { method: "POST", headers, body });
      ids.push(created.parse(await answer.json()).session_id);
      takenMs.push(performance.now() - atMs);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return { ids, takenMs, perSecond: (count * 1000) / (performance.now() - startMs) };
}

const listOf = (url: string) => () => get(`${url}/browsers?limit=100`);

/** Creates more sessions until something exceeds its bound; resolves with how many there were before, and what it was. */
async function findLimit(
  url: string,
  [before, nodes]: readonly [sessions: number, nodes: number],
  log: (message: string) => void,
): Promise<{ good: number; why: string }> {
  const startMs = performance.now();
  let good = before;
  while (performance.now() - startMs < stepsWithinMs) {
    const placed = p95Of((await createAll(url, stepSessions)).takenMs);
    const listed = (await durationsOf(30, listOf(url))).p95;
    const lost = nodes - (await nodesOf(url)).filter(({ state }) => state === "connected").length;
    const total = good + stepSessions;
    log(
      `${total} sessions: placed in ${placed.toFixed(0)} ms, listed in ${listed.toFixed(0)} ms, ${lost} nodes lost`,
    );
    if (lost > 0) return { good, why: `with ${total} ${lost} nodes were lost` };
    if (placed > bounds.placed)
      return { good, why: `with ${total} one is placed in ${placed.toFixed(0)} ms, p95` };
    if (listed > bounds.listed)
      return { good, why: `with ${total} 100 are listed in ${listed.toFixed(0)} ms, p95` };
    good = total;
  }
  return { good, why: `none found in ${stepsWithinMs / 1000} s` };
}

async function measure(
  databaseUrl: string,
  children: Child[],
  folders: string[],
  log: (message: string) => void,
): Promise<Figure[]> {
  const first = await startOn(databaseUrl);
  folders.push(first.dataDir);
  const service = await first.program;
  const emptyMb = residentMegabytes(service.child.pid ?? 0);
  const addresses: string[] = [];
  for (let group = 0; group < groups; group += 1) {
    const child = startChild("thin-nodes.ts");
    children.push(child);
    const request = { databaseUrl, nodes: nodesPerGroup, browsers: browsersPerNode };
    addresses.push(...started.parse(await child.request(request)).addresses);
  }
  const connectedMs = await until(
    "the connection of all nodes",
    async () =>
      (await nodesOf(service.url)).filter(({ state }) => state === "connected").length ===
      groups * nodesPerGroup,
  );
  log(`${groups * nodesPerGroup} nodes connected in ${Math.round(connectedMs)} ms`);
  const { ids, takenMs, perSecond } = await createAll(service.url, sessions);
  const sortedMs = takenMs.toSorted((one, other) => one - other);
  const used = (await nodesOf(service.url)).map((each) => each.used);
  log(`${ids.length} sessions, ${Math.min(...used)} to ${Math.max(...used)} on a node`);
  const fullMb = residentMegabytes(service.child.pid ?? 0);
  const [some = ""] = ids;
  const through = await durationsOf(300, () => get(`${service.url}/browsers/${some}/process`));
  const [address = "", key = ""] = (addresses[0] ?? "").split(" ");
  const direct = await durationsOf(300, async () => {
    const answer = await fetch(`${address}/browsers/${some}/process`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await answer.arrayBuffer();
  });
  const listed = await durationsOf(50, listOf(service.url));

  const second = await startOn(databaseUrl);
  folders.push(second.dataDir);
  await service.stop("SIGKILL");
  const takeoverStartMs = performance.now();
  const next = await second.program;
  await until("the takeover", async () => (await usedOf(next.url)) === sessions);
  const takeoverMs = performance.now() - takeoverStartMs;
  log(`taken over with all sessions after ${Math.round(takeoverMs)} ms`);
  children.pop()?.kill();
  const lostMs = await until(
    "the loss of the nodes",
    async () => (await nodesOf(next.url)).length === (groups - 1) * nodesPerGroup,
  );
  const left = await usedOf(next.url);
  const nodesLeft = (groups - 1) * nodesPerGroup;
  const limit = await findLimit(next.url, [left, nodesLeft], log);
  await next.stop();
  const what = `${groups * nodesPerGroup} nodes, ${sessions.toLocaleString("en")} sessions: `;
  const at = (share: number) => sortedMs[Math.ceil(sortedMs.length * share) - 1] ?? Number.NaN;
  return [
    { id, what: `${what}sessions placed, ${inFlight} at once`, unit: "per second", ours: perSecond },
    { id, what: `${what}time to place one, p95`, unit: "ms", ours: at(0.95) },
    {
      id,
      what: `${what}sessions of the fullest node beyond those of the emptiest`,
      unit: "sessions",
      ours: Math.max(...used) - Math.min(...used),
    },
    {
      id,
      what: `${what}a request of a session, p95`,
      unit: "ms",
      ours: through.p95,
      baseline: { name: "its node itself", value: direct.p95 },
    },
    { id, what: `${what}list of 100, p95`, unit: "ms", ours: listed.p95 },
    { id, what: `${what}memory of the service that they add`, unit: "MB", ours: fullMb - emptyMb },
    { id, what: `${what}service killed: all sessions with the next one`, unit: "s", ours: takeoverMs / 1000 },
    {
      id,
      what: `${what}${nodesPerGroup} nodes killed: their sessions have ended`,
      unit: "s",
      ours: lostMs / 1000,
      goal: { of: "value", bound: "most", than: 15 },
    },
    { id, what: `${what}sessions left after that`, unit: "sessions", ours: left },
    {
      id,
      what: `${nodesLeft} nodes: most sessions with every node connected, one placed within ${bounds.placed} ms (p95, ${inFlight} at once) and 100 listed within ${bounds.listed} ms`,
      unit: "sessions",
      ours: limit.good,
      note: limit.why,
    },
  ];
}

export const harness: Harness = {
  needs: "nothing",
  async run(log) {
    const postgres = await startPostgres({ maxConnections: 300 });
    const children: Child[] = [];
    const folders: string[] = [];
    try {
      return await measure(await postgres.database(), children, folders, log);
    } finally {
      for (const child of children) child.stop();
      await postgres.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    }
  },
};
