// The queue of invocations for nodes, over a real PostgreSQL.
import { expect, test } from "vitest";
import { InvocationQueue } from "../../service/nodes/invocation-queue.ts";
import { hasPostgres } from "../support/postgres.ts";
import { postgresForTests } from "../support/postgres-for-tests.ts";
import { startRelay } from "../support/relay.ts";

const postgres = postgresForTests();
const { cleanUps } = postgres;

async function openQueue(databaseUrl: string, supervises: boolean, answerWithinMs?: number) {
  const queue = await InvocationQueue.open(databaseUrl, { supervises, report() {}, answerWithinMs });
  cleanUps.push(async () => await queue.close());
  return queue;
}

test.runIf(hasPostgres)(
  "what is added is handed out after the database was lost without a word",
  async () => {
    const databaseUrl = await postgres.database();
    const relay = await startRelay(databaseUrl);
    cleanUps.push(async () => await relay.close());
    const through = new URL(databaseUrl);
    through.port = new URL(relay.url).port;
    const service = await openQueue(databaseUrl, true);
    const node = await openQueue(through.href, false, 500);
    const received: string[] = [];
    await node.work(2, async (id) => void received.push(id));
    await service.add("before");
    await expect.poll(() => received).toEqual(["before"]);
    relay.silence();
    await service.add("after");
    await expect.poll(() => received).toEqual(["before", "after"]);
  },
);
