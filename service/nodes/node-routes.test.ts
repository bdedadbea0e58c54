import { once } from "node:events";
import { get, request } from "node:http";
import { createInterface } from "node:readline";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { Access } from "../kernel/access.ts";
import { Problem } from "../kernel/problem.ts";
import type { HostedSessions } from "./hosted-sessions.ts";
import { InvocationOutbox } from "./invocation-outbox.ts";
import { NodeLink } from "./node-link.ts";
import type { InvocationMessage } from "./node-protocol.ts";
import { registerNodeRoutes } from "./node-routes.ts";

let app: FastifyInstance;
afterEach(async () => await app.close());

/** A node; `outbox`: what its runs have done, `sessions`: what it does with sessions, of which it has none when absent. */
async function startNode(
  outbox = new InvocationOutbox(),
  sessions: Partial<HostedSessions> = {},
): Promise<string> {
  app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler((error, _, reply) => {
    if (!(error instanceof Problem)) throw error;
    return reply.code(error.status).headers(error.headers).send(error.toBody());
  });
  const invocations = {
    ids: () => [],
    claiming: () => [],
    knows: (id: string) => id === "i1",
    stop: () => false,
    confirm() {},
    after: (seq: number) => outbox.after(seq),
    watch: (seq: number, listener: (message: InvocationMessage) => void) => outbox.watch(seq, listener),
  };
  const none = { all: () => [], watch: () => () => {}, async end() {} };
  const hosted = { ...none, ...sessions } as unknown as HostedSessions;
  registerNodeRoutes(app, {
    access: new Access([{ token: "of-a-client", scope: "all" }], "of-services"),
    hosted,
    invocations,
    node: { id: "n1", aliveMs: 60_000, publicUrl: "" },
  });
  return await app.listen({ host: "127.0.0.1", port: 0 });
}
const headersOf = (term: string, more: Record<string, string> = {}) => ({
  authorization: "Bearer of-services",
  "x-fleetdeck-node": "n1",
  "x-fleetdeck-term": term,
  ...more,
});
const end = async (url: string, headers: Record<string, string>) => {
  const body = JSON.stringify({ reason: "deleted" });
  const answer = await fetch(`${url}/node/sessions/s1/end`, {
    method: "POST",
    body,
    headers: { ...headers, "content-type": "application/json" },
  });
  return [
    answer.status,
    answer.status === 204 ? undefined : Reflect.get(Object(await answer.json()), "code"),
  ];
};

test("a service that another one has replaced changes nothing, and its stream ends", async () => {
  const url = await startNode();
  const follow = async (term: string) => {
    const [answer] = await once(get(`${url}/node/changes`, { headers: headersOf(term) }), "response");
    await once(answer, "data");
    return answer;
  };
  const earlier = await follow("1");
  const cut = new Promise((resolve) => earlier.once("error", resolve).once("close", resolve));
  const later = await follow("2");
  await cut;
  expect(await end(url, headersOf("1"))).toEqual([409, "superseded"]);
  expect(await end(url, headersOf("2"))).toEqual([204, undefined]);
  expect(later.destroyed).toBe(false);
});

test("only a service is answered, and only for this node", async () => {
  const url = await startNode();
  expect(await end(url, headersOf("1", { "x-fleetdeck-node": "n0" }))).toEqual([409, "other_node"]);
  expect(await end(url, headersOf("1", { authorization: "Bearer of-a-client" }))).toEqual([403, "forbidden"]);
  for (const forwarded of ["null", '{"scope":"all"}']) {
    const [status] = await end(url, headersOf("1", { "x-fleetdeck-caller": forwarded }));
    expect([401, 403]).toContain(status);
  }
});

test.each([
  { act: "created", path: "", ended: "s1 deleted" },
  { act: "handed over", path: "/s1/hand-over", ended: "s1 pool_discarded" },
])("a session that is $act for a service that is gone ends, as nobody knows it", async ({ path, ended }) => {
  const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { promise: end, resolve } = Promise.withResolvers<string>();
  const act = async () => {
    begun.resolve();
    await gone.promise;
    const closing = new AbortController().signal;
    return { id: "s1", record: sessionRecord("s1"), lease: "l1", altered: false, closing };
  };
  const url = await startNode(undefined, {
    create: act,
    handOver: act,
    end: async (id, reason) => resolve(`${id} ${reason}`),
  });
  app.server.on("connection", (socket) => void socket.once("close", gone.resolve));
  const create = { creation: "c1", headless: true, stealth: false, timeoutSeconds: 60, kioskMode: false };
  const labels = { name: null, tags: null, start_url: null };
  const service = request(`${url}/node/sessions${path}`, {
    method: "POST",
    agent: false,
    headers: { ...headersOf("1"), "content-type": "application/json" },
  });
  service.on("error", () => {});
  service.end(JSON.stringify({ ...create, holder: { idle: false }, labels, telemetry: null }));
  await begun.promise;
  service.destroy();
  expect(await end).toBe(ended);
});

test("a service asks whether the node knows a run", async () => {
  const opened = Promise.withResolvers<void>();
  const link = new NodeLink(
    { id: "n1", name: "one", address: await startNode(), browsers: 1, draining: false, earlier: [] },
    {
      key: "of-services",
      term: "1",
      publicUrl: () => "http://service",
      report: opened.reject,
      reconnectMs: 10,
      probeMs: 1_000,
      silentMs: 60_000,
      onMessage: () => opened.resolve(),
    },
  );
  await opened.promise;
  expect([await link.knowsInvocation("i1"), await link.knowsInvocation("i2")]).toEqual([true, false]);
  link.close();
});

test("a service gets a backlog of any size, and after it what happens meanwhile", async () => {
  const outbox = new InvocationOutbox();
  const output = JSON.stringify("x".repeat(1_000_000));
  for (let at = 1; at <= 80; at += 1) outbox.send(`i${at}`, { kind: "outcome", ok: true, output });
  const url = await startNode(outbox);
  const [answer] = await once(get(`${url}/node/changes?after=2`, { headers: headersOf("1") }), "response");
  const got: unknown[] = [];
  for await (const line of createInterface({ input: answer })) {
    const { type, seq } = JSON.parse(line);
    if (got.length === 0) outbox.send("i1", { kind: "gone", how: "exit code 0" });
    got.push(seq ?? type);
    if (type === "all") break;
  }
  answer.destroy();
  expect(got).toEqual([...Array.from({ length: 79 }, (_, at) => at + 3), "all"]);
});
