// Profiles of sessions on nodes while no service is active: real processes, Chromium and PostgreSQL.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { connected, startersFor, startNodeOn, token } from "../support/service/shared-services.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const { startService } = startersFor(cleanUps);

/** The stored state of the profile `shop`, or the status without one. */
async function stored(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/profiles/shop/download`, { headers });
  return answer.status === 200 ? await answer.json() : answer.status;
}

type Program = Awaited<ReturnType<typeof startService>>;

/** A session on the only node is to save the profile `shop` at its end; returns its id. */
async function openSession({ api, url }: Program) {
  await connected(url);
  const profile = { name: "shop", save_changes: true };
  return (await api.call(operations.createBrowser, { body: { headless: true, profile } })).session_id;
}

const cookie = { name: "signed-in", value: "yes", domain: "shop.example", path: "/" };

/** A session on the only node saves the profile `shop` with a cookie. */
async function saveCookie(service: Program) {
  const { api } = service;
  const id = await openSession(service);
  const code = `await context.addCookies([${JSON.stringify(cookie)}])`;
  const ran = await api.call(operations.executePlaywright, { params: { id }, body: { code } });
  expect(ran.success).toBe(true);
  await api.call(operations.deleteBrowser, { params: { id } });
}

test.runIf(hasPostgres)(
  "a profile saved without a service waits for the next one, replaces nothing newer, and is kept while all else hangs",
  async () => {
    const databaseUrl = await postgres.database();
    const nodeDir = mkdtempSync(join(tmpdir(), "fleetdeck-node-"));
    cleanUps.push(() => rmSync(nodeDir, { recursive: true }));
    const startNode = async () =>
      await (await startNodeOn(databaseUrl, 1, cleanUps, { SERVICE_DATA_DIR: nodeDir })).program;
    const onDisk = () => readdirSync(join(nodeDir, "pending-profiles"));
    const first = await startService(databaseUrl);
    const { id } = await first.api.call(operations.createProfile, { body: { name: "shop" } });
    const file = `${id}.json`;
    let node = await startNode();

    // The next service stores what was saved while none was active.
    await openSession(first);
    await first.stop("SIGKILL");
    expect(await node.stop()).toBe(0);
    expect(onDisk()).toEqual([file]);
    const second = await startService(databaseUrl);
    node = await startNode();
    const saved = async () => await stored(second.url);
    await expect.poll(saved, { timeout: 20_000 }).toEqual({ cookies: [], origins: [] });
    await expect.poll(onDisk).toEqual([]);

    // A state that waited does not replace what another node saved meanwhile.
    await openSession(second);
    await second.stop("SIGKILL");
    expect(await node.stop()).toBe(0);
    expect(onDisk()).toEqual([file]);
    const third = await startService(databaseUrl);
    const other = await (await startNodeOn(databaseUrl, 1, cleanUps)).program;
    await saveCookie(third);
    const newer = { cookies: [expect.objectContaining(cookie)], origins: [] };
    expect(await stored(third.url)).toEqual(newer);
    node = await startNode();
    await expect.poll(onDisk, { timeout: 20_000 }).toEqual([]);
    expect(await stored(third.url)).toEqual(newer);

    // A node that stops while all else hangs keeps the profile on its disk.
    await other.stop();
    await openSession(third);
    cleanUps.push(() => postgres.signalAll("SIGCONT"));
    postgres.signalAll("SIGSTOP");
    third.child.kill("SIGSTOP");
    expect(await node.stop()).toBe(0);
    expect(onDisk()).toEqual([file]);
  },
);
