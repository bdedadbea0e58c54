import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { sessionRecord } from "../../tests/support/session-record.ts";
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
    ...{ id: "s1", lease: "first", record: sessionRecord("s1") },
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

/** Creates sessions; `client` leaves while the first is made. */
function createThenLeave(persistence?: { id: string }) {
  const client = new AbortController();
  const living = new Map<string, { id: string }>();
  const ended: string[] = [];
  let made = 0;
  const places = {
    async create() {
      made += 1;
      const session = { id: `s${made}` };
      living.set(session.id, session);
      client.abort();
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
  const create = async ({ signal }: AbortController) =>
    await route?.handle({ body: { persistence }, caller: { scope: "all" }, signal } as never);
  return { client, create, ended };
}

test("a session whose client leaves while it is made is ended, as nobody knows it", async () => {
  const { client, create, ended } = createThenLeave();
  await create(client);
  expect(ended).toEqual(["s1"]);
  expect(await create(new AbortController())).toEqual({ status: 200, body: { session_id: "s2" } });
  expect(ended).toEqual(["s1"]);
});

test("a session with a persistence id is ended with its client only if that has made it", async () => {
  const made = createThenLeave({ id: "p1" });
  const both = [made.create(made.client), made.create(new AbortController())];
  expect((await Promise.all(both))[1]).toEqual({ status: 200, body: { session_id: "s2" } });
  expect(made.ended).toEqual(["s1"]);
  const found = createThenLeave({ id: "p1" });
  await found.create(new AbortController());
  await found.create(found.client);
  expect(found.ended).toEqual([]);
});
