// Nodes and services are killed again and again while clients work: what the service says afterwards is so, nothing hangs,
// and no invocation has run twice.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { apiClient } from "../support/dashboard/api-client.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { deployOn, nodesOf, startNodeOn, startOn, token } from "../support/service/shared-services.ts";

const minutes = Number(process.env.SOAK_MINUTES ?? 2);
const everyMs = 9_000;
const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const action = `
  import { app } from "fleetdeck";
  export const counter = app("counter").action("count", async (context, payload) => {
    await fetch(payload.url);
    await new Promise((resolve) => setTimeout(resolve, payload.waitMs));
    return "counted";
  });
`;

/** Counts the requests for each path. */
async function startCounter() {
  const counts = new Map<string, number>();
  const server = createServer(({ url = "" }, response) => {
    counts.set(url, (counts.get(url) ?? 0) + 1);
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  cleanUps.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { counts, url: `http://127.0.0.1:${port}` };
}

test.runIf(hasPostgres)(
  "what the service says is so after nodes and services were killed under load",
  async () => {
    const databaseUrl = await postgres.database();
    const newService = async () => await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps);
    const newNode = async () => await startNodeOn(databaseUrl, 3, cleanUps);
    let working = await newService();
    await working.program;
    let standby = await newService();
    const nodes = [await newNode(), await newNode()];
    const counter = await startCounter();
    const api = () => apiClient(working.url, token);
    await deployOn(working.url, action);
    await Promise.all(nodes.map(({ program }) => program));
    const connected = async () =>
      (await nodesOf(working.url)).filter(({ state }) => state === "connected").length;
    await expect.poll(connected, { timeout: 20_000 }).toBe(2);
    // A browser whose release did not reach a service, and is not repeated here, stays acquired until this timeout.
    const pool = await api().call(operations.createPool, {
      body: { name: "ready", size: 2, headless: true, fill_rate_per_minute: 25, timeout_seconds: 10 },
    });

    const ending = new AbortController();
    const done = { sessions: 0, acquired: 0, invoked: 0, refused: 0 };
    /** Again and again until the end; what a kill interrupts is no failure. */
    const clientOf = async (act: (at: number) => Promise<void>) => {
      for (let at = 0; !ending.signal.aborted; at += 1) {
        await act(at).catch(() => {
          done.refused += 1;
        });
        await pause(150);
      }
    };
    const workWithSession = async () => {
      const { session_id: id } = await api().call(operations.createBrowser, { body: { headless: true } });
      await api().call(operations.execProcess, { params: { id }, body: { command: "true" } });
      await api().call(operations.deleteBrowser, { params: { id } });
      done.sessions += 1;
    };
    const workWithPool = async () => {
      const session = await api().call(operations.acquireBrowser, {
        params: { id_or_name: pool.id },
        body: { acquire_timeout_seconds: 2 },
      });
      if (!session) return;
      await api().call(operations.releaseBrowser, {
        params: { id_or_name: pool.id },
        body: { session_id: session.session_id },
      });
      done.acquired += 1;
    };
    const invoke = async (at: number) => {
      await api().call(operations.createInvocation, {
        body: {
          app_name: "counter",
          version: "latest",
          action_name: "count",
          async: true,
          payload: JSON.stringify({ url: `${counter.url}/${at}`, waitMs: 500 }),
        },
      });
      done.invoked += 1;
      await pause(300);
    };
    const clients = Promise.all([clientOf(workWithSession), clientOf(workWithPool), clientOf(invoke)]);

    const untilMs = performance.now() + minutes * 60_000;
    for (let kill = 0; performance.now() < untilMs; kill += 1) {
      await pause(everyMs);
      if (kill % 3 === 2) {
        await (await working.program).stop("SIGKILL");
        working = standby;
        await working.program;
        standby = await newService();
      } else {
        const [lost] = nodes.splice(0, 1, await newNode());
        await (await lost?.program)?.stop("SIGKILL");
        nodes.reverse();
      }
    }
    ending.abort();
    await clients;
    console.log(JSON.stringify(done));
    expect(Math.min(done.sessions, done.acquired, done.invoked)).toBeGreaterThan(5);

    const open = async () => {
      const all = await api().call(operations.listInvocations, { query: { limit: 100 } });
      return all.filter(({ status }) => status === "queued" || status === "running").length;
    };
    await expect.poll(open, { timeout: 60_000 }).toBe(0);
    const twice = [...counter.counts].filter(([, count]) => count > 1);
    expect(twice).toEqual([]);
    const reasons = (await api().call(operations.listInvocations, { query: { limit: 100 } }))
      .filter(({ status }) => status === "failed")
      .map(({ status_reason }) => status_reason ?? "");
    for (const reason of reasons) expect(reason).toMatch(/node .*was lost|its node/);

    const filled = async () => {
      const { available_count, acquired_count } = await api().call(operations.retrievePool, {
        params: { id_or_name: pool.id },
      });
      return [available_count, acquired_count];
    };
    await expect.poll(filled, { timeout: 60_000 }).toEqual([2, 0]);
    // What a client could not delete lives on: it answers, and nothing else does.
    const living = await api().call(operations.listBrowsers, {});
    for (const { session_id: id } of living) {
      const { exit_code } = await api().call(operations.execProcess, {
        params: { id },
        body: { command: "true" },
      });
      expect(exit_code).toBe(0);
    }
    const used = async () => (await nodesOf(working.url)).reduce((sum, node) => sum + node.used, 0);
    expect(await used()).toBe(living.length + 2);
    expect(await connected()).toBe(2);
  },
  (minutes + 4) * 60_000,
);
