import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { notFound, Problem } from "../kernel/problem.ts";
import type { PlacedSession } from "../sessions/session-places.ts";
import { poolRoutes } from "./pool-routes.ts";

const session = (id: string) => ({ id, record: { telemetry: null } }) as unknown as PlacedSession;

/** Acquires from a pool with these browsers, whose hand-over `handOver` decides. */
async function acquire(
  ids: string[],
  handOver: (id: string) => Error | undefined,
  { invocationId, onReleased }: { invocationId?: string; onReleased?: () => void } = {},
) {
  const released: string[] = [];
  const waits: (number | undefined)[] = [];
  const routes = poolRoutes({
    pools: {
      acquire: async (_: string, { timeoutMs }: { timeoutMs?: number }) => {
        waits.push(timeoutMs);
        const id = ids.shift();
        if (id === undefined) return undefined;
        const giveBack = async ({ reuse }: { reuse: boolean }) => {
          released.push(`${id} ${reuse ? "kept" : "ended"}`);
          onReleased?.();
        };
        return { browser: session(id), giveBack };
      },
    } as never,
    places: {
      checkName() {},
      checkReported() {},
      checkCaller(invocationId) {
        if (invocationId === "unreported")
          throw new Problem(503, "node_unreachable", "its node is not connected");
      },
      async handOver({ id }) {
        const problem = handOver(id);
        if (problem) throw problem;
      },
    },
    sessions: { toBrowser: ({ id }) => ({ session_id: id }) },
  });
  const route = routes.find(({ operation }) => operation === operations.acquireBrowser);
  const call = {
    params: { id_or_name: "ready" },
    query: {},
    body: { acquire_timeout_seconds: 5 },
    caller: { scope: "all", invocationId },
  };
  const answer = await route?.handle(call as never);
  return { answer, released, waits };
}

test("a browser whose node cannot be reached is replaced by the next one, within the caller's time", async () => {
  const unreachable = new Problem(503, "node_unreachable", "its node is gone");
  const isLost = (id: string) => (id === "lost" ? unreachable : undefined);
  const { answer, released, waits } = await acquire(["lost", "other"], isLost);
  expect(answer).toMatchObject({ status: 200, body: { session_id: "other" } });
  expect(released).toEqual(["lost ended"]);
  expect(waits.map((ms) => ms !== undefined && ms <= 5_000)).toEqual([true, true]);
  expect((await acquire(["lost"], isLost)).answer).toEqual({ status: 204 });
});

test("a browser that has ended as it was acquired is replaced by the next one", async () => {
  const ended = (id: string) => (id === "ended" ? notFound("a living browser session ended") : undefined);
  const { answer, released } = await acquire(["ended", "other"], ended);
  expect(answer).toMatchObject({ status: 200, body: { session_id: "other" } });
  expect(released).toEqual(["ended ended"]);
});

test("a browser whose caller leaves as it is handed over, or while that is stored, goes back to the pool", async () => {
  const { answer, released } = await acquire(["one"], () => undefined);
  expect(released).toEqual([]);
  await answer?.undo?.();
  expect(released).toEqual(["one kept"]);
});

test("a browser whose hand-over fails for another reason is not left without a holder", async () => {
  const released: string[] = [];
  const full = new Error("the disk is full");
  const onReleased = () => void released.push("released");
  await expect(acquire(["one"], () => full, { onReleased })).rejects.toThrow(full);
  expect(released).toEqual(["released"]);
});

test("a name that another session has is the caller's fault: the browser stays", async () => {
  const taken = new Problem(409, "conflict", "name: another active browser session is called one");
  await expect(acquire(["one"], () => taken)).rejects.toThrow(taken);
});

test("an action gets no browser while its node is not connected, and none leaves the pool for it", async () => {
  const ids = ["one"];
  await expect(acquire(ids, () => undefined, { invocationId: "unreported" })).rejects.toMatchObject({
    status: 503,
  });
  expect(ids).toEqual(["one"]);
  expect((await acquire(ids, () => undefined, { invocationId: "reported" })).answer).toMatchObject({
    status: 200,
  });
});

test("a browser is not released while its node has not reported that it is acquired", async () => {
  const unreported = new Problem(503, "node_unreachable", "its node is not connected");
  const routes = poolRoutes({
    pools: { release: async (_: string, id: string) => expect(id).toBe("reported") } as never,
    places: {
      checkReported(key: string, value: string) {
        if (`${key} ${value}` === "id unreported") throw unreported;
      },
    } as never,
    sessions: { toBrowser: ({ id }) => ({ session_id: id }) },
  });
  const route = routes.find(({ operation }) => operation === operations.releaseBrowser);
  const release = async (id: string) =>
    await route?.handle({ params: { id_or_name: "ready" }, body: { session_id: id } } as never);
  await expect(release("unreported")).rejects.toBe(unreported);
  expect(await release("reported")).toEqual({ status: 204 });
});

test("a pool is not deleted while a node has not reported browsers that are acquired from it", async () => {
  const unreported = new Problem(503, "node_unreachable", "its node is not connected");
  const deleted: string[] = [];
  const routes = poolRoutes({
    pools: {
      retrieve: (name: string) => ({ id: `id-of-${name}` }),
      delete: async (name: string) => void deleted.push(name),
    } as never,
    places: {
      checkReported(key: string, value: string) {
        if (`${key} ${value}` === "pool_id id-of-taken") throw unreported;
      },
    } as never,
    sessions: { toBrowser: ({ id }) => ({ session_id: id }) },
  });
  const route = routes.find(({ operation }) => operation === operations.deletePool);
  const remove = async (name: string, force: boolean) =>
    await route?.handle({ params: { id_or_name: name }, body: { force } } as never);
  for (const force of [false, true]) await expect(remove("taken", force)).rejects.toBe(unreported);
  expect(await remove("free", false)).toEqual({ status: 204 });
  expect(deleted).toEqual(["free"]);
});
