import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { Problem } from "../kernel/problem.ts";
import { type BrowserRoutesDeps, browserRoutes } from "./browser-routes.ts";

test("a session is not shown without its addresses until its node has reported it", async () => {
  const unreported = new Problem(503, "node_unreachable", "its node is not connected");
  const retrieve = async (idOrName: string) => {
    const routes = browserRoutes({
      places: {
        checkReported(key: string, value: string) {
          if (["id s1", "name kept"].includes(`${key} ${value}`)) throw unreported;
        },
      },
      sessions: {
        recordByIdOrName: (value: string) => sessionRecord(value),
        describe: ({ id }: { id: string }) => ({ session_id: id }),
      },
    } as unknown as BrowserRoutesDeps);
    const route = routes.find(({ operation }) => operation === operations.retrieveBrowser);
    return await route?.handle({ params: { id: idOrName }, query: {}, caller: { scope: "all" } } as never);
  };
  await expect(retrieve("s1")).rejects.toBe(unreported);
  await expect(retrieve("kept")).rejects.toBe(unreported);
  expect(await retrieve("s2")).toEqual({ status: 200, body: { session_id: "s2" } });
});

/** Requests a profile for a session that has the holder `second` from then on. */
async function changeThenReassign(when: "while its profile is read" | "while it is changed") {
  const session = {
    id: "s1",
    lease: "first",
    record: sessionRecord("s1"),
    closing: new AbortController().signal,
  };
  const changedFor: string[] = [];
  const reassign = () => {
    session.lease = "second";
  };
  const routes = browserRoutes({
    places: {
      findByIdOrName: () => session,
      async change(_session: unknown, _changes: unknown, lease: string) {
        changedFor.push(lease);
        if (when === "while it is changed") reassign();
      },
    },
    profiles: {
      async resolve() {
        if (when === "while its profile is read") reassign();
        return { id: "p1" };
      },
    },
    sessions: { toBrowser: () => ({ session_id: "s1", cdp_ws_url: "ws://127.0.0.1:9/of-the-second" }) },
  } as unknown as BrowserRoutesDeps);
  const route = routes.find(({ operation }) => operation === operations.updateBrowser);
  const call = { params: { id: "s1" }, query: {}, body: { profile: { id: "p1" } }, caller: { scope: "all" } };
  return { changedFor, answered: route?.handle(call as never) };
}

test.each(["while its profile is read", "while it is changed"] as const)(
  "a change is requested for its holder, who gets no address of the next one: released %s",
  async (when) => {
    const { changedFor, answered } = await changeThenReassign(when);
    await expect(answered).rejects.toMatchObject({ status: 404 });
    expect(changedFor).toEqual(["first"]);
  },
);

/** Creates sessions, all with this persistence id. */
function creations(persistence?: { id: string }) {
  const living = new Map<string, { id: string }>();
  const ended: string[] = [];
  let made = 0;
  const places = {
    async create() {
      made += 1;
      const session = { id: `s${made}` };
      living.set(session.id, session);
      return session;
    },
    findPersistent: () => [...living.values()][0],
    async end(id: string) {
      living.delete(id);
      ended.push(id);
    },
  };
  const routes = browserRoutes({
    places,
    extensions: { resolve: () => [] },
    sessions: { toBrowser: ({ id }: { id: string }) => ({ session_id: id }) },
  } as unknown as BrowserRoutesDeps);
  const route = routes.find(({ operation }) => operation === operations.createBrowser);
  const create = async () => {
    const answer = await route?.handle({ body: { persistence }, caller: { scope: "all" } } as never);
    return { body: answer?.body, undo: async () => await answer?.undo?.() };
  };
  return { create, ended, living };
}

test("a session is ended when its answer is not sent, as nobody knows it", async () => {
  const { create, ended } = creations();
  const [one, other] = [await create(), await create()];
  expect([one.body, other.body, ended]).toEqual([{ session_id: "s1" }, { session_id: "s2" }, []]);
  await one.undo();
  expect(ended).toEqual(["s1"]);
});

test("a session with a persistence id is ended when none of the answers that name it is sent", async () => {
  const { create, ended } = creations({ id: "p1" });
  const [one, other] = await Promise.all([create(), create()]);
  expect([one.body, other.body]).toEqual([{ session_id: "s1" }, { session_id: "s1" }]);
  await one.undo();
  expect(ended).toEqual([]);
  // One that comes now gets the next session.
  const [, next] = await Promise.all([other.undo(), create()]);
  expect([ended, next.body]).toEqual([["s1"], { session_id: "s2" }]);
});

test("a session with a persistence id that an earlier answer has named stays when a later one is not sent", async () => {
  const { create, ended, living } = creations({ id: "p1" });
  await create();
  await (await create()).undo();
  expect(ended).toEqual([]);
  living.clear();
  // As of a service before this one.
  living.set("s0", { id: "s0" });
  const found = await create();
  await found.undo();
  expect([found.body, ended]).toEqual([{ session_id: "s0" }, []]);
});

test("a session whose invocation ends while it is created is ended and not given out", async () => {
  const running = new Set(["i1", "i2"]);
  const ended: string[] = [];
  const routes = browserRoutes({
    places: {
      async create({ invocationId }: { invocationId: string }) {
        if (invocationId === "i1") running.delete(invocationId);
        return { id: `of-${invocationId}` };
      },
      async end(id: string, reason: string) {
        ended.push(`${id} ${reason}`);
      },
    },
    extensions: { resolve: () => [] },
    sessions: { toBrowser: ({ id }: { id: string }) => ({ session_id: id }) },
    acceptsSessions: (id: string) => running.has(id),
  } as unknown as BrowserRoutesDeps);
  const route = routes.find(({ operation }) => operation === operations.createBrowser);
  const create = async (invocation_id: string) =>
    await route?.handle({ body: { invocation_id }, caller: { scope: "all" } } as never);
  await expect(create("i1")).rejects.toMatchObject({ status: 400 });
  expect(ended).toEqual(["of-i1 invocation_ended"]);
  expect(await create("i2")).toMatchObject({ body: { session_id: "of-i2" } });
});
