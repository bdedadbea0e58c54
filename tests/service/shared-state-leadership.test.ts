// Which of several services works, over a real PostgreSQL.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { standardPaces } from "../../service/kernel/paces.ts";
import { joinSharedState } from "../../service/shared-state/join-shared-state.ts";
import { Leadership, LeadershipLost, WorkFailed } from "../../service/shared-state/leadership.ts";
import { freePort } from "../support/programs/free-port.ts";
import { pauseThisProcess } from "../support/programs/pause-this-process.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { endServiceConnections } from "../support/service/shared-services.ts";

const postgres = postgresForTests();
const { cleanUps } = postgres;

async function win(databaseUrl: string, holder: string) {
  const onLost = vi.fn<(holder: string) => void>();
  const warn = vi.fn<(message: string) => void>();
  const leadership = await Leadership.win(
    {
      databaseUrl,
      holder,
      onLost,
      warn,
      address: "http://127.0.0.1:1",
      paces: standardPaces.sharedState,
    },
    new AbortController().signal,
  );
  if (leadership === undefined) throw new Error("it is not this one's turn");
  cleanUps.push(async () => await leadership.release());
  return { leadership, onLost, warn };
}

test.runIf(hasPostgres)("nothing is written in the term of another service", async () => {
  const databaseUrl = await postgres.database();
  const { leadership, onLost } = await win(databaseUrl, "first");
  const client = await postgres.connected(databaseUrl);
  await client.query("UPDATE fleetdeck_service.leader SET term = term + 1, holder = 'second'");
  const write = leadership.write(async (own) => {
    await own.query("INSERT INTO fleetdeck_service.rows VALUES ('t', 1, '{}')");
  });
  await expect(write).rejects.toThrow(LeadershipLost);
  expect(onLost.mock.calls).toEqual([["second"]]);
  expect((await client.query("SELECT FROM fleetdeck_service.rows")).rowCount).toBe(0);
});

test.runIf(hasPostgres)("a service is not replaced while its transaction takes long", async () => {
  const databaseUrl = await postgres.database();
  const { leadership, onLost } = await win(databaseUrl, "first");
  const waits = new AbortController();
  const second = Leadership.win(
    {
      databaseUrl,
      holder: "second",
      onLost: () => {},
      warn: () => {},
      address: "http://127.0.0.1:1",
      paces: { ...standardPaces.sharedState, lostAfterMs: 1_000, retryMs: 50 },
    },
    waits.signal,
  );
  // Several times as long as it takes until a service is held to be lost.
  await leadership.write(async (client) => {
    for (let part = 0; part < 40; part += 1) await client.query("SELECT pg_sleep(0.1)");
  });
  waits.abort();
  expect(await second).toBeUndefined();
  expect(onLost).not.toHaveBeenCalled();
});

test.runIf(hasPostgres)("a service is not replaced for a pause of both", async () => {
  const databaseUrl = await postgres.database();
  const { leadership, onLost } = await win(databaseUrl, "first");
  const waits = new AbortController();
  const lostAfterMs = 1_000;
  const second = Leadership.win(
    {
      databaseUrl,
      holder: "second",
      onLost: () => {},
      warn: () => {},
      address: "http://127.0.0.1:1",
      paces: { ...standardPaces.sharedState, lostAfterMs, retryMs: 50 },
    },
    waits.signal,
  );
  await leadership.write(async () => {});
  for (let pause = 0; pause < 5; pause += 1) {
    pauseThisProcess(lostAfterMs * 1.2);
    await sleep(300);
  }
  waits.abort();
  expect(await second).toBeUndefined();
  expect(onLost).not.toHaveBeenCalled();
});

test.runIf(hasPostgres)("what fails by itself is not run again", async () => {
  const { leadership } = await win(await postgres.database(), "first");
  const work = vi.fn().mockRejectedValue(new WorkFailed("no such file"));
  await expect(leadership.write(work)).rejects.toThrow("no such file");
  expect(work).toHaveBeenCalledOnce();
  await leadership.write(async () => {});
});

test.runIf(hasPostgres)("what is written waits for a server that takes it", async () => {
  const databaseUrl = await postgres.database();
  const { leadership, onLost, warn } = await win(databaseUrl, "first");
  const client = await postgres.connected(databaseUrl);
  const name = new URL(databaseUrl).pathname.slice(1);
  // What holds for new connections alone, as where its address still leads to an earlier primary.
  await client.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  await client.query(endServiceConnections);
  const written = expect(
    leadership.write(async (own) => {
      await own.query("INSERT INTO fleetdeck_service.rows VALUES ('t', 1, '{}')");
    }),
  ).resolves.toBeUndefined();
  await expect.poll(() => warn.mock.calls).toEqual([[expect.stringContaining("takes no writes")]]);
  await client.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  await written;
  expect(onLost).not.toHaveBeenCalled();
  expect((await client.query("SELECT FROM fleetdeck_service.rows")).rowCount).toBe(1);
});

test.runIf(hasPostgres)("a server that begins to refuse writes is left", async () => {
  const { leadership, onLost } = await win(await postgres.database(), "first");
  let attempts = 0;
  await leadership.write(async (own) => {
    attempts += 1;
    if (attempts === 1) await own.query("SET TRANSACTION READ ONLY");
    await own.query("INSERT INTO fleetdeck_service.rows VALUES ('t', 1, '{}')");
  });
  expect(attempts).toBe(2);
  expect(onLost).not.toHaveBeenCalled();
});

test.runIf(hasPostgres)("a service forwards to one whose host and process have the same names", async () => {
  const databaseUrl = await postgres.database();
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-state-"));
  cleanUps.push(() => rmSync(dataDir, { recursive: true }));
  const ends = new AbortController();
  const onStandby = vi.fn<(holder: string) => void>();
  const joinOn = async (port: number) =>
    await joinSharedState(
      {
        databaseUrl,
        dataDir,
        port,
        onStandby,
        host: "127.0.0.1",
        paces: standardPaces,
        report() {},
        warn() {},
        onLost() {},
      },
      ends.signal,
    );
  const [port, otherPort] = [await freePort(), await freePort()];
  const first = await joinOn(port);
  cleanUps.push(async () => await first?.sharedState.close());
  await first?.freePort();
  const server = createServer((_incoming, response) => response.end("here")).listen(port, "127.0.0.1");
  cleanUps.push(() => server.close());
  const second = joinOn(otherPort);
  await expect.poll(() => onStandby.mock.calls.length).toBe(1);
  const answer = await fetch(`http://127.0.0.1:${otherPort}/browsers`);
  expect([answer.status, await answer.text()]).toEqual([200, "here"]);
  ends.abort();
  expect(await second).toBeUndefined();
});
