// An invocation that runs on nodes while its service is replaced; `tests/nightly` has what else may happen meanwhile.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import {
  actionsOnNodes,
  ended,
  follow,
  invoke,
  messagesOf,
  retrieved,
  type Service,
  waiter,
} from "../support/service/actions-on-nodes.ts";
import {
  connected,
  deployOn,
  endServiceConnections,
  nodesOf,
  startNodeOn,
  startOn,
} from "../support/service/shared-services.ts";

const { postgres, cleanUps, startPlaces, serviceOn, setUp } = actionsOnNodes();

/** An action waits while its service is ended by `signal`, and ends under the next service, which is returned. */
async function actionOutlives(
  databaseUrl: string,
  service: Service,
  signal: "SIGKILL" | "SIGTERM",
  nextDataDir: string | undefined,
) {
  const places = await startPlaces();
  const id = await invoke(service.api, "browse", places.url);
  await places.reached("browsing");
  const browsers = async (api: ApiClient) =>
    (await api.call(operations.listInvocationBrowsers, { params: { id } })).browsers.map(
      ({ session_id }) => session_id,
    );
  const before = await browsers(service.api);
  expect(before).toHaveLength(1);
  const viewed = await follow(service.url, id);
  await service.stop(signal);
  const seen = await viewed.text().catch(() => undefined);
  expect(seen === undefined || seen.includes("service_stopping")).toBe(true);

  const next = await (await serviceOn(databaseUrl, nextDataDir)).program;
  expect((await retrieved(next.api, id)).status).toBe("running");
  const followed = follow(next.url, id).then(async (answer) => await answer.text());
  await connected(next.url);
  expect(await browsers(next.api)).toEqual(before);
  places.letGo("browsing");
  expect(await ended(next.api, id)).toMatchObject({
    status: "succeeded",
    output: '["before","after"]',
  });
  const lines = Array.from({ length: 21 }, (_, index) => `line ${index + 1}`);
  for (const events of [await followed, await (await follow(next.url, id)).text()])
    expect(messagesOf(events)).toEqual(lines);
  await expect.poll(async () => (await nodesOf(next.url)).map(({ used }) => used)).toEqual([0]);
  expect(places.count("browsing")).toBe(1);
  return next;
}

test.runIf(hasPostgres)(
  "actions on a node go on when their service is killed or stopped, under the next one with the same folder or its own",
  async () => {
    const { databaseUrl, service } = await setUp();
    const second = await actionOutlives(databaseUrl, service, "SIGKILL", service.dataDir);
    const third = await actionOutlives(databaseUrl, second, "SIGTERM", second.dataDir);
    // The actions below outlive one that is killed, under the next one with its own.
    await actionOutlives(databaseUrl, third, "SIGTERM", undefined);
  },
);

test.runIf(hasPostgres)(
  "an action on a full node gets a browser of another node rather than one that ends with the service",
  async () => {
    const databaseUrl = await postgres.database();
    const service = await (await serviceOn(databaseUrl)).program;
    await (await startNodeOn(databaseUrl, 1, cleanUps)).program;
    await connected(service.url);
    await deployOn(service.url, waiter);
    const places = await startPlaces();
    const id = await invoke(service.api, "open", places.url);
    await places.reached("opening");
    await service.api.call(operations.createBrowser, { body: { headless: true, timeout_seconds: 600 } });
    await (await startNodeOn(databaseUrl, 1, cleanUps)).program;
    await connected(service.url, 2);
    await service.stop("SIGKILL");

    // The next one has room itself.
    const next = await (await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "4" }, cleanUps)).program;
    await connected(next.url, 2);
    places.letGo("opening");
    expect(await ended(next.api, id)).toMatchObject({ status: "succeeded", output: '"opened"' });
    const [, session] = /session (\S+) created/.exec(await (await follow(next.url, id)).text()) ?? [];
    const records = new Database(join(next.dataDir, "service.db"), { readonly: true });
    const nodeOf = (table: string, key: unknown) =>
      records.prepare(`SELECT node FROM ${table} WHERE id = ?`).pluck().get(key);
    expect(nodeOf("sessions", session)).toEqual(expect.any(String));
    expect(nodeOf("sessions", session)).not.toBe(nodeOf("invocations", id));
    records.close();
  },
);

test.runIf(hasPostgres)("an action that a node cannot start runs when one can", async () => {
  const { service, node, places } = await setUp();
  let printed = "";
  for (const output of [service.child.stdout, service.child.stderr])
    output?.on("data", (part: Buffer) => {
      printed += part.toString();
    });
  const runners = join(node.dataDir, "runners");
  rmSync(runners, { recursive: true, force: true });
  writeFileSync(runners, "");
  const id = await invoke(service.api, "wait", places.url);
  await expect.poll(() => printed).toContain("could not start the invocation");
  rmSync(runners);
  await places.reached("waiting");
  places.letGo("waiting");
  expect(await ended(service.api, id)).toMatchObject({ status: "succeeded", output: '"let go"' });
});

test.runIf(hasPostgres)(
  "an action runs whose place in the queue a failover of the database has lost",
  async () => {
    const { databaseUrl, service, node, places } = await setUp();
    const database = await postgres.connected(databaseUrl);
    node.child.kill("SIGSTOP");
    const id = await invoke(service.api, "wait", places.url);
    const offered = async () => (await database.query("SELECT FROM fleetdeck_queue.job")).rowCount;
    await expect.poll(offered).toBe(1);
    // As on a replica that lacks the last transactions.
    await database.query("DELETE FROM fleetdeck_queue.job");
    // In one transaction, so that the service writes nothing between.
    await database.query(`UPDATE fleetdeck_service.leader SET writes = 0; ${endServiceConnections}`);
    await expect.poll(offered).toBe(1);
    node.child.kill("SIGCONT");
    await places.reached("waiting");
    places.letGo("waiting");
    expect(await ended(service.api, id)).toMatchObject({ status: "succeeded", output: '"let go"' });
  },
);
