// Profiles of sessions on nodes while no service is active: real processes, Chromium and PostgreSQL.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { hasPostgres } from "../support/postgres.ts";
import { postgresForTests } from "../support/postgres-for-tests.ts";
import { nodesOf, startNodeOn, startOn, token } from "../support/shared-services.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const startService = async (databaseUrl: string) =>
  await (await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps)).program;

const oneConnected = async (url: string) =>
  await expect
    .poll(async () => (await nodesOf(url)).filter(({ state }) => state === "connected").length, {
      timeout: 20_000,
    })
    .toBe(1);

/** The stored state of the profile `shop`, or the status without one. */
async function stored(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/profiles/shop/download`, { headers });
  return answer.status === 200 ? await answer.json() : answer.status;
}

/** A service and a node with a session that saves its profile at its end; `startNode` starts the node again. */
async function sessionOnNode() {
  const databaseUrl = await postgres.database();
  const nodeDir = mkdtempSync(join(tmpdir(), "fleetdeck-node-"));
  cleanUps.push(() => rmSync(nodeDir, { recursive: true }));
  const startNode = async () =>
    await (await startNodeOn(databaseUrl, 1, cleanUps, { SERVICE_DATA_DIR: nodeDir })).program;
  const service = await startService(databaseUrl);
  const node = await startNode();
  await oneConnected(service.url);
  const profile = await service.api.call(operations.createProfile, { body: { name: "shop" } });
  await service.api.call(operations.createBrowser, {
    body: { headless: true, profile: { id: profile.id, save_changes: true } },
  });
  const onDisk = () => readdirSync(join(nodeDir, "pending-profiles"));
  return { databaseUrl, service, node, startNode, file: `${profile.id}.json`, onDisk };
}

test.runIf(hasPostgres)("a profile saved while no service is active is stored by the next one", async () => {
  const { databaseUrl, service: first, node, startNode, file, onDisk } = await sessionOnNode();
  await first.stop("SIGKILL");
  expect(await node.stop()).toBe(0);
  expect(onDisk()).toEqual([file]);

  const second = await startService(databaseUrl);
  await startNode();
  const saved = async () => await stored(second.url);
  await expect.poll(saved, { timeout: 20_000 }).toEqual({ cookies: [], origins: [] });
  await expect.poll(onDisk).toEqual([]);
});

test.runIf(hasPostgres)(
  "a state that waited does not replace what another node saved meanwhile",
  async () => {
    const { databaseUrl, service: first, node, startNode, file, onDisk } = await sessionOnNode();
    await first.stop("SIGKILL");
    expect(await node.stop()).toBe(0);
    expect(onDisk()).toEqual([file]);

    const { api, url } = await startService(databaseUrl);
    await startNodeOn(databaseUrl, 1, cleanUps);
    await oneConnected(url);
    const { session_id: id } = await api.call(operations.createBrowser, {
      body: { headless: true, profile: { name: "shop", save_changes: true } },
    });
    const cookie = { name: "signed-in", value: "yes", domain: "shop.example", path: "/" };
    const code = `await context.addCookies([${JSON.stringify(cookie)}])`;
    const ran = await api.call(operations.executePlaywright, { params: { id }, body: { code } });
    expect(ran.success).toBe(true);
    await api.call(operations.deleteBrowser, { params: { id } });
    const newer = { cookies: [expect.objectContaining(cookie)], origins: [] };
    expect(await stored(url)).toEqual(newer);

    await startNode();
    await expect.poll(onDisk, { timeout: 20_000 }).toEqual([]);
    expect(await stored(url)).toEqual(newer);
  },
);

test.runIf(hasPostgres)("a node that stops while all else hangs keeps the profile on its disk", async () => {
  const { service, node, file, onDisk } = await sessionOnNode();
  cleanUps.push(() => postgres.signalAll("SIGCONT"));
  postgres.signalAll("SIGSTOP");
  service.child.kill("SIGSTOP");
  expect(await node.stop()).toBe(0);
  expect(onDisk()).toEqual([file]);
});
