import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { Access } from "../kernel/access.ts";
import { standardPaces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { implement, register } from "./route.ts";

const access = new Access([{ token: "secret", scope: "all" }]);

/** A client that requests the act of `app`. */
async function requestOf(app: FastifyInstance) {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const client = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: "/browser_pools/one/flush",
    headers: { authorization: "Bearer secret" },
  });
  client.on("error", () => {}).end();
  return client;
}

/** A service with one act, which is stored when `stored` resolves, and a client that has requested it. */
async function setUp() {
  const done: string[] = [];
  const [storing, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = fastify();
  onTestFinished(() => app.close());
  const closed = Promise.withResolvers<void>();
  const act = implement(operations.flushPool, async ({ signal }) => {
    signal.addEventListener("abort", () => closed.resolve());
    return { status: 204, undo: async () => void done.push("undone") };
  });
  register(app, act, {
    access,
    paces: standardPaces,
    settled: async () => {
      storing.resolve();
      await stored.promise.finally(() => done.push("stored"));
    },
  });
  const client = await requestOf(app);
  await storing.promise;
  return { done, stored, client, closed: closed.promise };
}

test.each(["resolve", "reject"] as const)(
  "an act whose client leaves while it is stored is undone: %s",
  async (outcome) => {
    const { done, stored, client, closed } = await setUp();
    client.destroy();
    await closed;
    if (outcome === "resolve") stored.resolve();
    else stored.reject(new Error("the database is away"));
    await expect.poll(() => done).toEqual(["stored", "undone"]);
  },
);

test("an act whose client leaves while it is done is undone, also where nothing is stored elsewhere", async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const [begun, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const act = implement(operations.flushPool, async ({ signal }) => {
    begun.resolve();
    await once(signal, "abort");
    return { status: 204, undo: async () => undone.resolve() };
  });
  register(app, act, { access, paces: standardPaces });
  const client = await requestOf(app);
  await begun.promise;
  client.destroy();
  await undone.promise;
});

test("an act whose client waits is undone, too, when it is not stored: its answer, which names it, is not sent", async () => {
  const { done, stored, client } = await setUp();
  const answered = once(client, "response");
  stored.reject(new Problem(503, "state_not_stored", "the database is away"));
  const [response] = await answered;
  expect([response.statusCode, done]).toEqual([503, ["stored", "undone"]]);
  response.resume();
});

test("an act whose client waits until it is stored is answered", async () => {
  const { done, stored, client } = await setUp();
  const answered = once(client, "response");
  stored.resolve();
  const [response] = await answered;
  expect([response.statusCode, done]).toEqual([204, ["stored"]]);
  response.resume();
});
