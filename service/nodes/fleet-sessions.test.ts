import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { openDatabase } from "../database.ts";
import { NoAnswer } from "../http/json-request.ts";
import { Problem, shuttingDown, tooMany } from "../kernel/problem.ts";
import { SessionNames } from "../sessions/session-names.ts";
import { noLabels, type SessionRecord, SessionRows } from "../sessions/session-rows.ts";
import { Creations } from "./creations.ts";
import { FleetSessions, type FleetSessionsDeps } from "./fleet-sessions.ts";
import type { NodeLink } from "./node-link.ts";
import type { HeldSession } from "./node-protocol.ts";
import { RemoteSessions } from "./remote-sessions.ts";
import { SessionReports, type SessionReportsDeps } from "./session-reports.ts";

const held = (id: string, more: Partial<SessionRecord> = {}, version = 1): HeldSession => ({
  record: sessionRecord(id, more),
  lease: `lease-${version}`,
  altered: false,
  version,
});

/** A node's link that answers each act by `answer` and keeps what it was sent. */
function fakeLink(name: string, browsers: number, answer: (path: string) => HeldSession | Error) {
  const sent: string[] = [];
  const act = async (path: string) => {
    sent.push(path);
    const result = answer(path);
    if (result instanceof Error) throw result;
    return result;
  };
  const link = {
    id: name,
    isOpen: true,
    accepts: true,
    address: new URL("http://127.0.0.1:9"),
    silentForMs: 0,
    fault: undefined as Error | undefined,
    rest(fault: Error) {
      link.accepts = false;
      link.fault = fault;
    },
    entry: { id: name, name, address: "http://127.0.0.1:9", browsers, draining: false },
    act,
    async tell(path: string, body: object) {
      sent.push(`${path} ${JSON.stringify(body)}`);
    },
  };
  // Only these are used.
  return { link: link as unknown as NodeLink, sent };
}

/** The sessions of a service that runs no browsers. */
const localWithout = {
  capacity: 0,
  find() {},
  findByIdOrName() {},
  findPersistent() {},
  ofInvocation: () => [],
  loggedOf: () => [],
  end: async () => {},
  onEnd: () => () => {},
  onEnding: () => () => {},
};

function setUp(
  links: NodeLink[],
  {
    maxBrowsers = 0,
    ...more
  }: Partial<FleetSessionsDeps & SessionReportsDeps> & { maxBrowsers?: number } = {},
) {
  const rows = new SessionRows(openDatabase(":memory:"));
  const remote = new RemoteSessions();
  const names = new SessionNames(() => remote.inUse());
  const adopted: string[] = [];
  const ends: string[] = [];
  const sessions = {
    rows,
    maxBrowsers,
    liveCount: 0,
    checkName() {},
    whileNameReserved: names.whileReserved.bind(names),
  };
  const creations = new Creations();
  const deps = {
    local: localWithout,
    sessions,
    remote,
    links: {
      all: () => links,
      get: (id: string) => links.find((link) => link.id === id),
      withFilesOf: (id: string) => links.find((link) => link.id === id),
      isRead: true,
    },
    proxies: {},
    clock: new ManualClock(),
    nodeOfInvocation: () => undefined,
    isRunning: () => false,
    awaitsNode: () => false,
    retryMs: 1_000,
    onAdopted: ({ id }: { id: string }, poolId: string) => void adopted.push(`${id} of ${poolId}`),
    report(error: unknown) {
      throw error;
    },
    ...more,
  };
  const reports = new SessionReports({ ...deps, creations } as unknown as SessionReportsDeps);
  const fleet = new FleetSessions({ ...deps, creations, reports } as unknown as FleetSessionsDeps);
  fleet.onEnding(({ id }, reason) => void ends.push(`${id} ${reason}`));
  return { fleet, reports, rows, remote, adopted, ends };
}
const request = { headless: true, stealth: false, timeoutSeconds: 60, kioskMode: false };
const all = (...sessions: HeldSession[]) => ({ type: "all" as const, sessions, ends: [], runs: [] });

test("the recordings of a pool's browser are on its node also when it has ended while it was idle", () => {
  const one = fakeLink("one", 10, () => held("s1"));
  const { fleet, reports, rows } = setUp([one.link]);
  rows.insert(sessionRecord("s1", { node: "one", idle: true, pool_id: "p1" }));
  reports.take(one.link, { type: "ending", id: "s1", at: "2026-01-02T00:00:00Z", reason: "pool_discarded" });
  expect(fleet.nodeOf("s1")).toBe(one.link);
});

test("a node that is full or cannot be reached is passed over; without another one it is 429", async () => {
  const full = fakeLink("full", 10, () => tooMany("all are in use", 5));
  const away = fakeLink("away", 10, () => new NoAnswer("ECONNREFUSED"));
  const free = fakeLink("free", 10, () => held("s1"));
  const { fleet, rows } = setUp([full.link, away.link, free.link]);
  expect((await fleet.create(request)).id).toBe("s1");
  expect([full.sent.length, away.sent.length, free.sent.length]).toEqual([1, 1, 1]);
  expect(rows.find("s1")?.node).toBe("free");
  // What failed rests; what was full may have room again.
  await fleet.create(request).catch(() => {});
  expect([full.sent.length, away.sent.length]).toEqual([2, 1]);
  await expect(setUp([full.link, away.link]).fleet.create(request)).rejects.toMatchObject({ status: 429 });
});

test("a browser that no node can start is no lack of browsers, and the log names the node", async () => {
  const fault = new Problem(500, "internal_error", "the service failed; its log has the reason");
  const faulty = fakeLink("faulty", 10, () => fault);
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(String(error));
  const { fleet } = setUp([faulty.link], { report });
  await expect(fleet.create(request)).rejects.toBe(fault);
  // While it rests, others are not told what one has requested.
  await expect(fleet.create(request)).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    message: expect.stringContaining("no node can start"),
  });
  expect(faulty.sent).toHaveLength(1);
  expect(reported).toEqual([
    "Error: the node faulty could not start a browser: the service failed; its log has the reason",
  ]);
  const full = fakeLink("full", 10, () => tooMany("all are in use", 5));
  const isFull = { status: 429 };
  await expect(setUp([full.link, faulty.link], { report }).fleet.create(request)).rejects.toMatchObject(
    isFull,
  );
  const used = fakeLink("used", 1, () => held("s1"));
  const { fleet: both, reports } = setUp([used.link, faulty.link], { report });
  reports.take(used.link, all(held("s1")));
  await expect(both.create(request)).rejects.toMatchObject(isFull);
});

test("a node that shuts down is passed over as one that cannot be reached, and that is no failure", async () => {
  const stopping = fakeLink("stopping", 10, () => shuttingDown());
  const other = fakeLink("other", 10, () => held("s1"));
  expect((await setUp([stopping.link, other.link]).fleet.create(request)).id).toBe("s1");
  await expect(setUp([stopping.link]).fleet.create(request)).rejects.toMatchObject({ status: 429 });
});

test("what is wrong with what one requests puts no node to rest, nor is it answered to others", async () => {
  const unsupported = new Problem(501, "not_implemented", "it does not support extensions");
  const unusable = new Problem(500, "internal_error", "the profile cannot be written");
  let answer: HeldSession | Error = unsupported;
  const one = fakeLink("one", 10, () => answer);
  const other = fakeLink("other", 10, () => answer);
  const { fleet } = setUp([one.link, other.link], { report() {} });
  await expect(fleet.create(request)).rejects.toBe(unsupported);
  expect([one.sent.length, other.sent.length]).toEqual([1, 1]);
  answer = unusable;
  const profile = { id: "p", saveChanges: false, state: { cookies: [], origins: [] } };
  await expect(fleet.create({ ...request, profile })).rejects.toBe(unusable);
  expect([one.sent.length, other.sent.length]).toEqual([2, 2]);
  answer = held("s1");
  expect((await fleet.create(request)).id).toBe("s1");
  // A node without an answer is away whatever is requested.
  answer = new NoAnswer("reset");
  await expect(fleet.create({ ...request, profile })).rejects.toMatchObject({ status: 429 });
  expect([one.link.accepts, other.link.accepts]).toEqual([false, false]);
});

test("what the service itself cannot start is created on a node, and its log says why", async () => {
  const broken = new Error("Chromium exited with 127");
  const reported: unknown[] = [];
  const local = { ...localWithout, create: async () => await Promise.reject(broken) };
  const more = {
    local: local as unknown as FleetSessionsDeps["local"],
    maxBrowsers: 20,
    report: (error: unknown) => void reported.push(error),
  };
  const node = fakeLink("node", 10, () => held("s1"));
  expect((await setUp([node.link], more).fleet.create(request)).id).toBe("s1");
  expect(reported).toEqual([broken]);
  await expect(setUp([], more).fleet.create(request)).rejects.toMatchObject({
    status: 500,
    code: "internal_error",
  });
  // What it refuses is refused everywhere.
  const refusal = new Problem(503, "unavailable", "the service is shutting down");
  local.create = async () => await Promise.reject(refusal);
  await expect(setUp([node.link], more).fleet.create(request)).rejects.toBe(refusal);
});

test("what the service itself cannot start goes to nodes at once for a while, and without them is tried again", async () => {
  let tries = 0;
  const create = async () => {
    tries += 1;
    return await Promise.reject(new Error("Chromium did not start in time"));
  };
  const more = {
    local: { ...localWithout, create } as unknown as FleetSessionsDeps["local"],
    maxBrowsers: 20,
    report() {},
  };
  const profile = { id: "p", saveChanges: false, state: { cookies: [], origins: [] } };
  for (const first of [request, { ...request, profile }]) {
    tries = 0;
    let answer: HeldSession | Error = held("s1");
    const node = fakeLink("node", 10, () => answer);
    const { fleet } = setUp([node.link], more);
    await fleet.create(first);
    answer = held("s2");
    expect((await fleet.create(request)).id).toBe("s2");
    expect(tries).toBe(1);
    // Nothing else is left when the node fails, too.
    node.link.rest(new NoAnswer("reset"));
    await expect(fleet.create(request)).rejects.toMatchObject({ status: 500 });
    expect(tries).toBe(2);
  }
  // Where no other place creates the same, it may be due to the profile.
  tries = 0;
  const refuses = fakeLink("refuses", 10, () => new Problem(500, "internal_error", "it cannot be written"));
  const { fleet } = setUp([refuses.link], more);
  for (const _ of [1, 2]) await fleet.create({ ...request, profile }).catch(() => {});
  expect(tries).toBe(2);
});

test("what no node starts is started by the service itself also shortly after it could not", async () => {
  const full = fakeLink("full", 1, () => held("s2"));
  const unable = fakeLink("unable", 10, () => new Problem(501, "not_implemented", "no extensions"));
  const refusing = fakeLink("refusing", 10, () => tooMany("all are in use", 5));
  const without = fakeLink("without", 0, () => held("s2"));
  for (const node of [full, unable, refusing, without]) {
    let answer: unknown = new Error("Chromium did not start in time");
    const create = async () => (answer instanceof Error ? await Promise.reject(answer) : answer);
    const more = {
      local: { ...localWithout, create } as unknown as FleetSessionsDeps["local"],
      maxBrowsers: 20,
      report() {},
    };
    const { fleet, reports } = setUp([node.link], more);
    reports.take(full.link, all(held("s1")));
    await fleet.create(request).catch(() => {});
    answer = { id: "local" };
    expect((await fleet.create(request)).id, node.link.entry.name).toBe("local");
  }
});

test("a node that fails where another one creates the same browser rests, whatever is requested", async () => {
  const faulty = fakeLink("faulty", 10, () => new Problem(500, "internal_error", "no disk space"));
  const away = fakeLink("away", 10, () => new Problem(500, "internal_error", "its Chromium hangs"));
  const other = fakeLink("other", 10, () => held("s1"));
  const { fleet } = setUp([faulty.link, away.link, other.link], { report() {} });
  const profile = { id: "p", saveChanges: false, state: { cookies: [], origins: [] } };
  expect((await fleet.create({ ...request, profile })).id).toBe("s1");
  expect([faulty, away, other].map(({ link }) => link.accepts)).toEqual([false, false, true]);
});

test("what one node does not support is created on another one, and neither rests", async () => {
  const without = fakeLink("without", 10, () => new Problem(501, "not_implemented", "no extensions"));
  const supporting = fakeLink("with", 10, () => held("s1"));
  const { fleet } = setUp([without.link, supporting.link]);
  expect((await fleet.create(request)).id).toBe("s1");
  expect([without.sent.length, without.link.accepts]).toEqual([1, true]);
  const local = {
    ...localWithout,
    create: async () => await Promise.reject(new Problem(501, "not_implemented", "no extensions")),
  };
  const more = { local: local as unknown as FleetSessionsDeps["local"], maxBrowsers: 20 };
  expect((await setUp([supporting.link], more).fleet.create(request)).id).toBe("s1");
  // Room on the one that supports it will help, unlike another request.
  const full = fakeLink("full", 10, () => tooMany("all are in use", 5));
  await expect(setUp([without.link, full.link]).fleet.create(request)).rejects.toMatchObject({ status: 429 });
});

test("a browser for an action waits until its node is connected to this service", async () => {
  const other = fakeLink("other", 10, () => held("s1"));
  const { fleet } = setUp([other.link], { awaitsNode: (id) => id === "i1" });
  const refusal = { status: 503, code: "node_unreachable" };
  await expect(fleet.create({ ...request, invocationId: "i1" })).rejects.toMatchObject(refusal);
  expect((await fleet.create({ ...request, invocationId: "i2" })).id).toBe("s1");
});

test("an action gets its browsers from its own node, if there is room, whether or not they end with it", async () => {
  const own = fakeLink("own", 2, () => held(`s${own.sent.length}`));
  const other = fakeLink("other", 10, () => held("s9"));
  const { fleet } = setUp([other.link, own.link], {
    nodeOfInvocation: (id) => (id === "i1" ? own.link : undefined),
    isRunning: () => true,
  });
  const placed = [await fleet.create({ ...request, invocationId: "i1" }), await fleet.create(request, "i1")];
  placed.push(await fleet.create(request, "i1"));
  expect(placed.map(({ id }) => id)).toEqual(["s1", "s2", "s9"]);
  expect(placed.map((session) => fleet.distance(session, "i1"))).toEqual([0, 0, 1]);
  expect(placed.map((session) => fleet.distance(session, "i2"))).toEqual([1, 1, 1]);
});

test("an action of a node gets a browser that ends with the service only where no node has room", async () => {
  const own = fakeLink("own", 1, () => held("of its node"));
  const other = fakeLink("other", 2, () => tooMany("full", 2));
  const local = { ...localWithout, create: async () => ({ id: "of the service" }) };
  const { fleet } = setUp([other.link, own.link], {
    local: local as unknown as FleetSessionsDeps["local"],
    maxBrowsers: 10,
    nodeOfInvocation: (id) => (id === "i1" ? own.link : undefined),
    isRunning: () => true,
  });
  // One that the service runs goes where most of the browsers are free.
  expect((await fleet.create(request, "i2")).id).toBe("of the service");
  expect(other.sent).toEqual([]);
  const placed = [await fleet.create(request, "i1"), await fleet.create(request, "i1")];
  expect(placed.map(({ id }) => id)).toEqual(["of its node", "of the service"]);
  expect(other.sent).toHaveLength(1);
});

test("a refusal counts the browsers that are in use, without those of nodes that are not connected", async () => {
  const used = fakeLink("used", 2, () => held("s1"));
  const silent = fakeLink("silent", 20, () => new NoAnswer("reset"));
  const { fleet, reports } = setUp([used.link, silent.link]);
  reports.take(used.link, all(held("s1"), held("s2")));
  const message = expect.stringContaining("all 2 browsers");
  await expect(fleet.create(request)).rejects.toMatchObject({ status: 429, message });
});

test("a refusal does not count browsers that do not start, or whose place does not support what is requested", async () => {
  const used = fakeLink("used", 2, () => held("s1"));
  const unable = fakeLink("unable", 8, () => new Problem(501, "not_implemented", "no extensions"));
  const local = { ...localWithout, create: async () => await Promise.reject(new Error("it hangs")) };
  const deps = { local: local as unknown as FleetSessionsDeps["local"], maxBrowsers: 4, report() {} };
  const { fleet, reports } = setUp([used.link, unable.link], deps);
  reports.take(used.link, all(held("s1"), held("s2")));
  const message = expect.stringContaining("all 2 browsers");
  await expect(fleet.create(request)).rejects.toMatchObject({ status: 429, message });
});

test("while no node is connected a refusal does not say that browsers are in use", async () => {
  const message = expect.stringContaining("none of its nodes is connected");
  await expect(setUp([]).fleet.create(request)).rejects.toMatchObject({ status: 429, message });
  // Also while there are some, with browsers that none of them has in use.
  const silent = fakeLink("silent", 10, () => new NoAnswer("reset"));
  const unopened = fakeLink("unopened", 10, () => held("s1"));
  Object.assign(unopened.link, { isOpen: false, accepts: false });
  const { fleet } = setUp([silent.link, unopened.link]);
  await expect(fleet.create(request)).rejects.toMatchObject({ status: 429, message });
  await expect(fleet.create(request)).rejects.toMatchObject({ status: 429, message });
});

test("an older report of a session does not undo a newer one", () => {
  const { link } = fakeLink("a", 1, () => held("s1"));
  const { reports, remote, rows } = setUp([link]);
  reports.take(link, all(held("s1", { name: "new" }, 3)));
  reports.take(link, { type: "session", session: held("s1", { name: "old" }, 2) });
  expect([remote.get("s1")?.record.name, rows.find("s1")?.name, remote.get("s1")?.lease]).toEqual([
    "new",
    "new",
    "lease-3",
  ]);
});

test("of a node that connects again, what it does not report has ended, for the reason it gives", () => {
  const { link } = fakeLink("a", 9, () => held("s1"));
  const { fleet, reports, rows, ends } = setUp([link]);
  reports.take(link, all(held("s1"), held("s2"), held("s3")));
  const timeout = { id: "s2", at: "2026-01-01T01:00:00.000000Z", reason: "timeout" as const };
  reports.take(link, { ...all(held("s1")), ends: [timeout] });
  expect(ends).toEqual(["s2 timeout", "s3 node_lost"]);
  expect(fleet.find("s1")?.id).toBe("s1");
  expect(rows.find("s2")).toMatchObject({ deleted_at: timeout.at, end_reason: "timeout" });
});

test("a lost node ends its sessions; what it still has when it returns is ended there", async () => {
  const { link, sent } = fakeLink("a", 9, () => held("s1"));
  const { fleet, reports, rows, ends } = setUp([link]);
  reports.take(link, all(held("s1")));
  reports.lose(link);
  expect([fleet.find("s1"), rows.find("s1")?.end_reason, ends]).toEqual([
    undefined,
    "node_lost",
    ["s1 node_lost"],
  ]);
  reports.take(link, all(held("s1")));
  expect(fleet.find("s1")).toBeUndefined();
  expect(sent).toEqual(['/node/sessions/s1/end {"reason":"node_lost"}']);
});

test("a service that takes over adopts sessions in use, and ends idle ones and those of actions", () => {
  const { link, sent } = fakeLink("a", 9, () => held("s1"));
  const { fleet, reports, rows, adopted } = setUp([link]);
  for (const [id, more] of [
    ["acquired", { pool_id: "p1" }],
    ["own", {}],
    ["idle", { pool_id: "p1", idle: true }],
    ["acting", { invocation_id: "i1" }],
  ] as const)
    rows.mirror(sessionRecord(id, { ...more, node: "a" }));
  rows.mirror(sessionRecord("elsewhere", { node: "gone" }));
  reports.loseUnregistered();
  expect(rows.find("elsewhere")?.end_reason).toBe("node_lost");
  reports.take(
    link,
    all(
      held("acquired", { pool_id: "p1" }),
      held("own"),
      held("idle", { pool_id: "p1", idle: true }),
      held("acting", { invocation_id: "i1" }),
    ),
  );
  expect(adopted).toEqual(["acquired of p1"]);
  expect([fleet.find("own")?.id, fleet.find("acquired")?.id]).toEqual(["own", "acquired"]);
  expect(sent).toEqual([
    '/node/sessions/idle/end {"reason":"pool_discarded"}',
    '/node/sessions/acting/end {"reason":"invocation_ended"}',
  ]);
});

test("a browser whose acquisition is not stored is given up at a takeover, as nobody was answered", () => {
  const { link, sent } = fakeLink("a", 9, () => held("s1"));
  const { fleet, reports, rows, adopted } = setUp([link]);
  rows.mirror(sessionRecord("acquired", { pool_id: "p1", node: "a", idle: true }));
  reports.take(link, all(held("acquired", { pool_id: "p1" }), held("unrecorded", { pool_id: "p1" })));
  expect([adopted, fleet.find("acquired"), fleet.find("unrecorded")]).toEqual([[], undefined, undefined]);
  expect(sent).toEqual([
    '/node/sessions/acquired/end {"reason":"pool_discarded"}',
    '/node/sessions/unrecorded/end {"reason":"pool_discarded"}',
  ]);
});

test("until a node has reported after a takeover, its sessions are neither unknown nor made again", async () => {
  const { link } = fakeLink("a", 9, () => held("s2"));
  const { fleet, reports, rows } = setUp([link]);
  rows.mirror(sessionRecord("s1", { name: "kept", persistence_id: "p1", node: "a" }));
  const unreported = expect.objectContaining({ status: 503, code: "node_unreachable" });
  expect(() => fleet.findPersistent("p1")).toThrow(unreported);
  expect(() => fleet.findByIdOrName("s1")).toThrow(unreported);
  await expect(fleet.create({ ...request, labels: { ...noLabels, name: "kept" } })).rejects.toEqual(
    unreported,
  );
  reports.take(link, all(held("s1", { name: "kept", persistence_id: "p1" })));
  expect([fleet.findPersistent("p1")?.id, fleet.findByIdOrName("kept")?.id]).toEqual(["s1", "s1"]);
});

test("until a node has reported after a takeover, its sessions are found by nothing that they belong to", () => {
  const { link } = fakeLink("a", 9, () => held("s2"));
  const links: NodeLink[] = [];
  const { fleet, reports, rows } = setUp(links, { isRunning: () => true });
  rows.mirror(sessionRecord("s1", { name: "kept", invocation_id: "i1", node: "a" }));
  const unreported = expect.objectContaining({ status: 503, code: "node_unreachable" });
  const keys = [
    ["id", "s1"],
    ["name", "kept"],
    ["invocation_id", "i1"],
  ] as const;
  // Also before the nodes are read, or when they cannot be.
  expect(() => fleet.nodeOf("s1")).toThrow(unreported);
  for (const [key, value] of keys) expect(() => fleet.checkReported(key, value)).toThrow(unreported);
  links.push(link);
  expect(fleet.nodeOf("s1")?.id).toBe("a");
  for (const [key, value] of keys) expect(() => fleet.checkReported(key, value)).toThrow(unreported);
  reports.take(link, all(held("s1", { name: "kept", invocation_id: "i1" })));
  for (const [key, value] of keys) fleet.checkReported(key, value);
  expect(fleet.nodeOf("unknown")).toBeUndefined();
});

test("one of two sessions on nodes gets a name that both are given at once", async () => {
  const { link } = fakeLink("a", 9, (path) => held(path.split("/")[3] ?? "", { name: "same" }, 2));
  const { fleet, reports } = setUp([link]);
  reports.take(link, all(held("s1"), held("s2")));
  const [one, two] = ["s1", "s2"].map((id) => fleet.find(id));
  if (!one || !two) throw new Error("They are not there.");
  const changes = { labels: { name: "same" } };
  const settled = await Promise.allSettled([
    fleet.change(one, changes, one.lease),
    fleet.change(two, changes, two.lease),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});

test.each(["it ends", "it has another holder"])(
  "a browser is not handed over when %s before the answer of its node is read",
  async (happens) => {
    const { link } = fakeLink("a", 9, () => held("s1", { pool_id: "p1" }, 2));
    const { fleet, reports, rows } = setUp([link]);
    rows.mirror(sessionRecord("s1", { pool_id: "p1", node: "a" }));
    reports.take(link, all(held("s1", { pool_id: "p1" })));
    const session = fleet.find("s1");
    if (!session) throw new Error("It is not there.");
    const act = link.act.bind(link);
    link.act = async (path, body) => {
      if (happens === "it ends") await fleet.end("s1", "deleted");
      else reports.take(link, { type: "session", session: held("s1", { pool_id: "p1" }, 3) });
      return await act(path, body);
    };
    const handedOver = fleet.handOver(session, { labels: noLabels, telemetry: null });
    await expect(handedOver).rejects.toMatchObject({ status: 404 });
  },
);

test("a node is told which holder has requested a change", async () => {
  const { link } = fakeLink("a", 9, () => held("s1", {}, 2));
  const messages: object[] = [];
  const act = link.act.bind(link);
  link.act = async (path, body) => {
    messages.push(body);
    return await act(path, body);
  };
  const { fleet, reports } = setUp([link]);
  reports.take(link, all(held("s1")));
  const session = fleet.find("s1");
  if (!session) throw new Error("It is not there.");
  await fleet.change(session, { labels: {} }, session.lease);
  expect(messages).toEqual([{ lease: "lease-1", labels: {} }]);
});

test("a session whose end did not reach its node is ended when the node reports it", async () => {
  const { link, sent } = fakeLink("a", 9, () => held("s1"));
  const { fleet, reports } = setUp([link]);
  reports.take(link, all(held("s1")));
  const tell = link.tell.bind(link);
  link.tell = async () => await Promise.reject(new NoAnswer("not connected"));
  await fleet.end("s1", "deleted");
  expect(fleet.find("s1")).toBeUndefined();
  link.tell = tell;
  reports.take(link, all(held("s1")));
  expect(sent).toEqual(['/node/sessions/s1/end {"reason":"deleted"}']);
});

test("what a creation without an answer has made ends, reported before or after", async () => {
  const lost = new NoAnswer("reset");
  const { link, sent } = fakeLink("a", 9, () => lost);
  const created: string[] = [];
  const act = link.act.bind(link);
  link.act = async (path, body) => {
    created.push(String(Reflect.get(body, "creation")));
    if (created.length === 1)
      reports.take(link, { type: "session", session: { ...held("early"), creation: created[0] ?? "" } });
    return await act(path, body);
  };
  const { fleet, reports } = setUp([link]);
  await expect(fleet.create(request)).rejects.toMatchObject({ status: 429 });
  reports.take(link, { type: "session", session: { ...held("late"), creation: created[0] ?? "" } });
  expect([fleet.find("early"), fleet.find("late")]).toEqual([undefined, undefined]);
  expect(sent.filter((each) => each.includes("/end"))).toEqual([
    '/node/sessions/early/end {"reason":"deleted"}',
    '/node/sessions/late/end {"reason":"deleted"}',
  ]);
});

test("what a creation without an answer has made ends also when it was reported without its creation first", async () => {
  const { link, sent } = fakeLink("a", 9, () => new NoAnswer("reset"));
  let creation = "";
  const act = link.act.bind(link);
  link.act = async (path, body) => {
    creation = String(Reflect.get(body, "creation"));
    reports.take(link, all(held("s1")));
    return await act(path, body);
  };
  const { fleet, reports, ends } = setUp([link]);
  await expect(fleet.create(request)).rejects.toMatchObject({ status: 429 });
  expect(fleet.find("s1")?.id).toBe("s1");
  reports.take(link, all({ ...held("s1"), creation }));
  expect([fleet.find("s1"), ends]).toEqual([undefined, ["s1 deleted"]]);
  expect(sent.slice(1)).toEqual(['/node/sessions/s1/end {"reason":"deleted"}']);
});

test("a browser whose invocation ends while it is created, or that is deleted then, is made nowhere else", async () => {
  let isRunning = true;
  const other = fakeLink("other", 9, () => held("s9", { invocation_id: "i1" }));
  const own = fakeLink("own", 10, () => {
    isRunning = false;
    return held("s1", { invocation_id: "i1" });
  });
  const named = fakeLink("named", 10, () => held("s2"));
  const fleetOf = (link: NodeLink) => setUp([link, other.link], { isRunning: () => isRunning });
  const cancelled = fleetOf(own.link).fleet.create({ ...request, invocationId: "i1" });
  await expect(cancelled).rejects.toMatchObject({
    status: 400,
    message: "invocation_id: there is no running invocation i1",
  });
  const { fleet, reports } = fleetOf(named.link);
  const act = named.link.act.bind(named.link);
  named.link.act = async (path, body) => {
    reports.take(named.link, { type: "session", session: held("s2") });
    await fleet.end("s2", "deleted");
    return await act(path, body);
  };
  await expect(fleet.create(request)).rejects.toMatchObject({ status: 404 });
  expect([other.sent, own.link.accepts, named.link.accepts]).toEqual([[], true, true]);
});

test("an idle browser that a draining node reports is ended, also when it was asked for before", async () => {
  const { link, sent } = fakeLink("a", 9, () => held("s1", { idle: true, pool_id: "p1" }));
  const { fleet } = setUp([link]);
  link.entry.draining = true;
  await expect(fleet.create({ ...request, idle: true, poolId: "p1" })).rejects.toMatchObject({ status: 429 });
  expect(sent.at(-1)).toBe('/node/sessions/s1/end {"reason":"pool_discarded"}');
});

test("an idle browser that an earlier service has requested is ended also while this one requests one", async () => {
  const { link, sent } = fakeLink("a", 9, () => held("s1", { idle: true, pool_id: "p1" }));
  const { fleet, reports, remote } = setUp([link]);
  const act = link.act.bind(link);
  link.act = async (path, body) => {
    const creation = String(Reflect.get(body, "creation"));
    // As of a service that was frozen while its browser started.
    const late = { ...held("late", { idle: true, pool_id: "p1" }), creation: "of another" };
    reports.take(link, { type: "session", session: late });
    const own = { ...(await act(path, body)), creation };
    reports.take(link, { type: "session", session: own });
    return own;
  };
  await fleet.create({ ...request, idle: true, poolId: "p1" });
  expect([remote.get("s1")?.id, remote.get("late")]).toEqual(["s1", undefined]);
  expect(sent.at(0)).toBe('/node/sessions/late/end {"reason":"pool_discarded"}');
});

test("lines of an action are sent to its sessions on other nodes than its own, which writes them itself", async () => {
  const [own, other] = ["own", "other"].map((name) => fakeLink(name, 10, () => held("none")));
  if (!own || !other) throw new Error("there are two");
  const more = { nodeOfInvocation: () => own.link, isRunning: () => true };
  const { fleet, reports } = setUp([own.link, other.link], more);
  reports.take(own.link, all(held("s1", { invocation_id: "i1" })));
  reports.take(other.link, all(held("s2", { invocation_id: "i1" }), held("s3", { invocation_id: "i2" })));
  const logged = fleet.loggedOf("i1");
  expect(logged.map(({ lease }) => lease)).toEqual(["lease-1"]);
  const lines = [{ at: "2026-01-01T00:00:00.000000000Z", text: "works" }];
  await logged[0]?.append(lines);
  const message = JSON.stringify({ lease: "lease-1", lines });
  expect([own.sent, other.sent]).toEqual([[], [`/node/sessions/s2/agent-log ${message}`]]);
});

test("a browser gets the lines of an action once its node has handed it over", async () => {
  const acquired = held("s1", { pool_id: "p1", invocation_id: "i1" }, 2);
  const { link } = fakeLink("a", 9, () => acquired);
  const { fleet, reports, rows } = setUp([link], { isRunning: () => true });
  rows.mirror(sessionRecord("s1", { pool_id: "p1", node: "a" }));
  reports.take(link, all(held("s1", { pool_id: "p1" })));
  const session = fleet.find("s1");
  if (!session) throw new Error("It is not there.");
  fleet.assign(session, { idle: false, poolId: "p1", invocationId: "i1" });
  // They would be written for its holder before.
  expect(fleet.loggedOf("i1")).toEqual([]);
  await fleet.handOver(session, { labels: noLabels, telemetry: null });
  expect(fleet.loggedOf("i1").map(({ lease }) => lease)).toEqual(["lease-2"]);
});

test("files of an ended session are gone with its node only when the nodes are known", () => {
  const left = fakeLink("left", 10, () => held("none"));
  const links: NodeLink[] = [left.link];
  const known = { all: () => links, get: () => links[0], withFilesOf: () => links[0], isRead: true };
  const { fleet, reports } = setUp(links, { links: known });
  reports.take(left.link, all(held("s1"), held("s2")));
  reports.take(left.link, { type: "ending", id: "s1", at: "2026-01-01T00:00:00.000Z", reason: "deleted" });
  reports.take(left.link, { type: "ended", id: "s1" });
  expect([fleet.goneNodeOf("s1"), fleet.goneNodeOf("s2")]).toEqual([undefined, undefined]);
  links.length = 0;
  expect([fleet.goneNodeOf("s1"), fleet.goneNodeOf("s2")]).toEqual(["left", undefined]);
  // As of a service that has just begun.
  known.isRead = false;
  expect(() => fleet.goneNodeOf("s1")).toThrow("the node of the session s1 is not connected");
});
