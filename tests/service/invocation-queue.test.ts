// The queue of invocations for nodes, over a real PostgreSQL.
import { expect, test, vi } from "vitest";
import { InvocationQueue, type QueueOptions } from "../../service/nodes/invocation-queue.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { startRelay } from "../support/programs/relay.ts";

const postgres = postgresForTests();
const { cleanUps } = postgres;

async function openQueue(databaseUrl: string, more: Partial<QueueOptions> = {}) {
  const options = { supervises: true, retryMs: 50, report() {}, warn() {}, ...more };
  const queue = await InvocationQueue.open(databaseUrl, options);
  cleanUps.push(async () => await queue?.close());
  return queue;
}

/** The address of a database by way of a relay. */
async function relayed(databaseUrl: string) {
  const relay = await startRelay(databaseUrl);
  cleanUps.push(async () => await relay.close());
  const through = new URL(databaseUrl);
  through.port = new URL(relay.url).port;
  return { relay, through: through.href };
}

test.runIf(hasPostgres)(
  "what is added is handed out after the database was lost without a word",
  async () => {
    const databaseUrl = await postgres.database();
    const { relay, through } = await relayed(databaseUrl);
    const service = await openQueue(databaseUrl);
    // Longer than a pause of the machine: what the database gave to a node that no longer waited is not given again for long.
    const node = await openQueue(through, { supervises: false, answerWithinMs: 5_000 });
    const received: string[] = [];
    await node?.work(2, async (id) => void received.push(id));
    await service?.add("before");
    await expect.poll(() => received).toEqual(["before"]);
    relay.silence();
    await service?.add("after");
    await expect.poll(() => received).toEqual(["before", "after"]);
  },
);

test.runIf(hasPostgres)("it is opened once the database answers, unless that is given up", async () => {
  const { relay, through } = await relayed(await postgres.database());
  relay.set({ kind: "refuse" });
  const warn = vi.fn<(message: string) => void>();
  const opening = openQueue(through, { warn });
  const givenUp = new AbortController();
  const other = openQueue(through, { signal: givenUp.signal });
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
  givenUp.abort();
  expect(await other).toBeUndefined();
  relay.set({ kind: "pass" });
  const queue = await opening;
  const received: string[] = [];
  await queue?.work(1, async (id) => void received.push(id));
  await queue?.add("i1");
  await expect.poll(() => received).toEqual(["i1"]);
});
