// Two dashboards on one store behind one origin, and one of them dies: whoever asks must not care which one answers,
// one of them records, and what was acknowledged stays.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { auditEntry } from "../../lib/bff/audit.ts";
import { inventoryItem } from "../../lib/bff/inventory.ts";
import { logTopic } from "../../lib/bff/live.ts";
import { recorderState } from "../../lib/bff/recorder.ts";
import { runHistory } from "../../lib/bff/run-history.ts";
import { view } from "../../lib/bff/views.ts";
import { operations } from "../../lib/contract/operations.ts";
import { firstBrokenRow } from "../../lib/server/store/audit.ts";
import { Visitor } from "../support/dashboard.ts";
import { patience } from "../support/eventually.ts";
import { LiveConnection } from "../support/live-connection.ts";
import { expectRollupsToBeARecount } from "../support/mirror-truth.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/postgres.ts";
import { type Replica, type Replicas, startReplicas, through } from "../support/replicas.ts";
import { endRunsByThemselves } from "../support/scripted-api/ending-runs.ts";
import { type ScriptedApi, startScriptedApi } from "../support/scripted-api/scripted-api.ts";
import { until } from "../support/until.ts";

const patienceMs = 60_000;
const lists = ["GET /invocations", "GET /browser_pools"];

let upstream: ScriptedApi;
let postgres: Postgres | undefined;

beforeAll(async () => {
  upstream = await startScriptedApi();
  endRunsByThemselves(upstream.records);
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => {
  await upstream?.close();
  await postgres?.stop();
});

const eventually = patience(patienceMs);

async function read<T extends z.ZodMiniType>(who: Visitor, path: string, shape: T): Promise<z.output<T>> {
  const reply = await who.get(path);
  expect(reply.status, reply.text).toBe(200);
  return shape.parse(reply.json);
}

const write = (session: string, path: string, ...lines: readonly string[]) =>
  upstream.logs.write(session, path, lines);

const linesOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `line ${first + at}`);

const invoke = (term: string) =>
  upstream.api.call(operations.createInvocation, {
    body: {
      app_name: "storefront",
      version: "v1",
      action_name: "search",
      payload: JSON.stringify({ query: term }),
      async: true,
    },
  });

const recordsNow = (said: unknown) => said === "recording" || said === "behind";

const stores = [
  { store: "one PostgreSQL", shared: true },
  { store: "one file", shared: false },
].filter(({ shared }) => hasPostgres || !shared);

describe.each(stores)("two replicas on $store", ({ shared }) => {
  let replicas: Replicas;
  let admin: Visitor;
  let atOne: Visitor;
  let atOther: Visitor;

  beforeAll(async () => {
    const databaseUrl = shared ? await postgres?.database() : undefined;
    replicas = await startReplicas(upstream, databaseUrl === undefined ? {} : { databaseUrl });
    admin = await replicas.admin();
    atOne = through(admin, replicas.one.door);
    atOther = through(admin, replicas.other.door);
  });
  afterAll(() => replicas?.stop());

  /** Who records and who does not; throws when that never becomes one each. */
  async function places(): Promise<{ leader: Replica; follower: Replica }> {
    const { one, other } = replicas;
    const both = () => Promise.all([one.recorder(), other.recorder()]);
    const [first] = await eventually(
      "one records",
      both,
      (said) => said.filter(recordsNow).length === 1 && said.includes("follower"),
    );
    return recordsNow(first) ? { leader: one, follower: other } : { leader: other, follower: one };
  }

  it("answer every request and every stream alike, by one sign-in", { timeout: 90_000 }, async () => {
    for (const visitor of [atOne, atOther, admin, admin]) {
      const { operator } = await read(visitor, "/api/session", z.object({ operator: z.unknown() }));
      expect(operator).toEqual({ username: "admin", role: "admin" });
      expect((await visitor.get("/api/proxies")).status).toBe(200);
      expect((await visitor.get("/invocations")).status).toBe(200);
    }
    const { session_id: session } = upstream.records.browser();
    write(session, "/tmp/both.log", "first");
    const topic = logTopic({ sessionId: session, log: { source: "path", path: "/tmp/both.log" } });
    const cookie = admin.cookieHeader();
    const streams = await Promise.all(
      [replicas.one.door, replicas.other.door, replicas.url, replicas.url].map(async (base) =>
        (await LiveConnection.open(base, { topics: ["fleet", topic], cookie })).read(),
      ),
    );
    await until("all are open", () => streams.every(({ isOpen }) => isOpen), patienceMs);
    write(session, "/tmp/both.log", "second");
    await until("all have it", () => streams.every(({ texts }) => texts.includes("second")), patienceMs);
    for (const stream of streams) {
      expect(stream.texts).toEqual(["first", "second"]);
      stream.leave();
    }
    await upstream.api.call(operations.deleteBrowser, { params: { id: session } });
  });

  it("know what an operator keeps, wherever it was written", async () => {
    const made = await atOne.send("POST", "/api/views", { name: "Failed", query: "status=failed" });
    expect(made.status, made.text).toBe(201);
    const views = await read(atOther, "/api/views", z.array(view));
    expect(views.map(({ name, mine }) => ({ name, mine }))).toEqual([{ name: "Failed", mine: true }]);
    const renamed = await atOther.send("PATCH", `/api/views/${views[0]?.id}`, { name: "All failed" });
    expect(renamed.status, renamed.text).toBe(200);
    expect((await read(atOne, "/api/views", z.array(view))).map(({ name }) => name)).toEqual(["All failed"]);
    const pin = await atOne.send("PUT", "/api/inventory/profile/profile-9/pin", { label: "Payroll" });
    expect(pin.status, pin.text).toBe(200);
    const kept = await read(atOther, "/api/inventory?query=payroll", z.array(inventoryItem));
    expect(kept).toMatchObject([{ id: "profile-9", label: "Payroll", pinned_by: "admin" }]);
    const value = "kept-preference-5521";
    expect((await atOther.send("PUT", "/api/preferences/log-pane", { value })).status).toBe(204);
    expect((await atOne.get("/")).text).toContain(value);
  });

  it("ask the API as one: who looks at a follower hurries the one that records", async () => {
    const { leader, follower } = await places();
    const looking = leader === replicas.one ? atOther : atOne;
    const listsOf = ({ asked }: Replica) => asked.filter((each) => lists.includes(each)).length;
    const [before, beforeAtFollower] = [listsOf(leader), listsOf(follower)];
    await eventually(
      "the leader has asked often",
      async () => {
        await read(looking, "/api/history/invocations?limit=1", z.unknown());
        await read(looking, "/api/history/pools", z.unknown());
        return listsOf(leader) - before;
      },
      (more) => more >= 12,
    );
    expect(listsOf(follower) - beforeAtFollower).toBe(0);
    const told = await Promise.all([atOne, atOther].map((who) => read(who, "/api/recorder", recorderState)));
    expect(told.map(({ leader: each }) => each?.here).sort()).toEqual([false, true]);
    expect(new Set(told.map(({ leader: each }) => each?.holder)).size).toBe(1);
  });

  it("count wrong passwords together", async () => {
    const { one, other } = replicas;
    const guessing = Array.from({ length: 20 }, async (_, at) => {
      const guess = new Visitor(at % 2 === 0 ? one.door : other.door);
      return (await guess.signIn("nobody-here", `wrong-guess-${at}`)).status;
    });
    const answers = await Promise.all(guessing);
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(answers.every((status) => status === 401 || status === 429)).toBe(true);
  });

  it("lose nothing that was acknowledged when the one that records is killed, and go on", async () => {
    const { leader, follower } = await places();
    const staying = leader === replicas.one ? atOther : atOne;
    const { id: target } = upstream.records.proxy({ name: `nowhere-${shared ? "shared" : "file"}` });
    const { session_id: session } = upstream.records.browser();
    const topic = logTopic({ sessionId: session, log: { source: "path", path: "/tmp/over.log" } });
    write(session, "/tmp/over.log", ...linesOf(1, 5));
    const cookie = admin.cookieHeader();
    const watching = (await LiveConnection.open(leader.door, { topics: [topic], cookie })).read();
    await until("the log is open", () => watching.isOpen && watching.texts.length === 5, patienceMs);

    const acknowledged: string[] = [];
    const act = async (who: Visitor) => {
      const reply = await who.send("POST", `/api/proxies/${target}/check`, {}).catch(() => undefined);
      const requestId = reply?.headers["x-request-id"];
      if (reply?.status === 200 && typeof requestId === "string") acknowledged.push(requestId);
    };
    const acting = Array.from({ length: 8 }, async (_, at) => {
      for (let turn = 0; turn < 12; turn += 1) await act([atOne, atOther, admin][(at + turn) % 3] ?? admin);
    });
    for (let at = 0; at < 4; at += 1) await invoke(`before ${at}`);
    await until("some were acknowledged", () => acknowledged.length >= 15, patienceMs);
    await leader.kill();
    const { id: missed } = await invoke("while nobody records");
    write(session, "/tmp/over.log", ...linesOf(6, 9));
    await Promise.all(acting);
    expect(acknowledged.length).toBeGreaterThan(30);

    // The one origin goes on by the other replica, for who watched as well.
    await until("the stream has ended", () => watching.ended, patienceMs);
    const after = (
      await LiveConnection.open(replicas.url, { topics: [topic], cookie, cursor: watching.cursor })
    ).read();
    await until("the log goes on", () => after.texts.includes("line 9"), patienceMs);
    expect(after.frames.some((frame) => frame.kind === "gap" && frame.gap.reason === "expired")).toBe(true);
    const seen = new Set([...watching.texts, ...after.texts]);
    expect([...seen]).toEqual(linesOf(1, 9));
    after.leave();

    await eventually("the other one records", () => follower.recorder(), recordsNow);
    await leader.start();
    await eventually(
      "it follows",
      () => leader.recorder(),
      (said) => said === "follower",
    );
    const truth = await eventually(
      "every run is over",
      () => upstream.api.call(operations.listInvocations, { query: { limit: 100 } }),
      (runs) => runs.every(({ status }) => status === "succeeded" || status === "failed"),
    );
    expect(truth.map(({ id }) => id)).toContain(missed);
    const history = () => read(staying, "/api/history/invocations?limit=100", runHistory);
    const mirrored = await eventually(
      "the mirror holds them",
      history,
      ({ runs, gaps }) =>
        gaps.length === 0 && truth.every(({ id }) => runs.some((run) => run.id === id && !run.open)),
    );
    expect(mirrored.runs.map(({ id, status }) => ({ id, status }))).toEqual(
      truth.map(({ id, status }) => ({ id, status })),
    );
    const store = await follower.dashboard().store();
    await expectRollupsToBeARecount(store);

    expect(await firstBrokenRow(store)).toBeUndefined();
    const rows: z.output<typeof auditEntry>[] = [];
    for (let offset = 0; ; offset += 100) {
      const page = await read(
        staying,
        `/api/audit?action=checkProxy&limit=100&offset=${offset}`,
        z.array(auditEntry),
      );
      rows.push(...page);
      if (page.length < 100) break;
    }
    const idsOf = (phase: string) =>
      rows.filter((row) => row.target === target && row.phase === phase).map((row) => row.request_id);
    const answered = new Set(idsOf("answered"));
    const intended = new Set(idsOf("intended"));
    expect(acknowledged.filter((id) => !answered.has(id))).toEqual([]);
    expect([...answered].filter((id) => !intended.has(id))).toEqual([]);
    expect(answered.size).toBe(idsOf("answered").length);
    await upstream.api.call(operations.deleteBrowser, { params: { id: session } });
  }, 90_000);

  it("end a session on both when it is ended on one", async () => {
    const someone = await replicas.admin();
    const cookie = someone.cookieHeader();
    const stream = (await LiveConnection.open(replicas.other.door, { topics: ["fleet"], cookie })).read();
    await until("the stream is there", () => stream.frames.length > 0, patienceMs);
    const here = through(someone, replicas.one.door);
    const there = through(someone, replicas.other.door);
    expect((await there.get("/api/session")).status).toBe(200);
    expect((await here.send("DELETE", "/api/session")).status).toBe(204);
    await eventually(
      "it is over there too",
      () => there.get("/api/session"),
      ({ status }) => status === 401,
    );
    await until("its stream has ended", () => stream.ended, patienceMs);
    expect(stream.goodbye).toBe("signed_out");
  });
});
