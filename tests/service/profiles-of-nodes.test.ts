// Profiles of sessions on nodes while no service works: real processes, Chromium and PostgreSQL.
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

/** A service and a node with a session that saves its profile at its end; `startNode` starts the node again. */
async function sessionOnNode() {
  const databaseUrl = await postgres.database();
  const nodeDir = mkdtempSync(join(tmpdir(), "fleetdeck-node-"));
  cleanUps.push(() => rmSync(nodeDir, { recursive: true }));
  const startNode = async () =>
    await (await startNodeOn(databaseUrl, 1, cleanUps, { SERVICE_DATA_DIR: nodeDir })).program;
  const service = await startService(databaseUrl);
  const node = await startNode();
  await expect
    .poll(async () => (await nodesOf(service.url)).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(["connected"]);
  const profile = await service.api.call(operations.createProfile, { body: { name: "shop" } });
  await service.api.call(operations.createBrowser, {
    body: { headless: true, profile: { id: profile.id, save_changes: true } },
  });
  const onDisk = () => readdirSync(join(nodeDir, "pending-profiles"));
  return { databaseUrl, service, node, startNode, file: `${profile.id}.json`, onDisk };
}

test.runIf(hasPostgres)("a profile saved while no service works is stored by the next one", async () => {
  const { databaseUrl, service: first, node, startNode, file, onDisk } = await sessionOnNode();
  await first.stop("SIGKILL");
  expect(await node.stop()).toBe(0);
  expect(onDisk()).toEqual([file]);

  const second = await startService(databaseUrl);
  await startNode();
  const saved = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${second.url}/profiles/shop/download`, { headers });
    return answer.status === 200 ? await answer.json() : answer.status;
  };
  await expect.poll(saved, { timeout: 20_000 }).toEqual({ cookies: [], origins: [] });
  await expect.poll(onDisk).toEqual([]);
});

test.runIf(hasPostgres)("a node that stops while all else hangs keeps the profile on its disk", async () => {
  const { service, node, file, onDisk } = await sessionOnNode();
  cleanUps.push(() => postgres.signalAll("SIGCONT"));
  postgres.signalAll("SIGSTOP");
  service.child.kill("SIGSTOP");
  expect(await node.stop()).toBe(0);
  expect(onDisk()).toEqual([file]);
});
