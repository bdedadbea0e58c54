// Two dashboards on one store behind one origin, and one of them dies: clients must not care which one answers,
// one of them records, and what was acknowledged stays.
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { auditEntry } from "../../../lib/bff/audit.ts";
import { inventoryItem } from "../../../lib/bff/inventory.ts";
import { invocationHistory } from "../../../lib/bff/invocation-history.ts";
import { logTopic } from "../../../lib/bff/live.ts";
import { recorderState } from "../../../lib/bff/recorder.ts";
import { view } from "../../../lib/bff/views.ts";
import { operations } from "../../../lib/contract/operations/operations.ts";
import { firstBrokenRow } from "../first-broken-row.ts";
import { type Postgres, startPostgres } from "../programs/postgres.ts";
import { endInvocationsByThemselves } from "../scripted-api/ending-invocations.ts";
import { type ScriptedApi, startScriptedApi } from "../scripted-api/scripted-api.ts";
import { expectRollupsToMatchRecount } from "../sync-assertions.ts";
import { waitFor, waitUntil } from "../wait-until.ts";
import { Visitor } from "./dashboard.ts";
import { LiveStreamClient } from "./live-stream-client.ts";
import { paneOfFrames } from "./pane-of-frames.ts";
import { type Replica, type Replicas, startReplicas, visitorVia } from "./replicas.ts";

const lists = ["GET /invocations", "GET /browser_pools"];

let upstream: ScriptedApi;

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

const isRecording = (status: unknown) => status === "recording" || status === "behind";

/** The tests of replicas on a shared PostgreSQL, or on one folder with the embedded file. */
export function describeReplicas(shared: boolean): void {
  let databaseUrl: string | undefined;
  let replicas: Replicas;
  let admin: Visitor;
  let visitorAtOne: Visitor;
  let visitorAtOther: Visitor;

  let postgres: Postgres | undefined;

  beforeAll(async () => {
    upstream = await startScriptedApi();
    endInvocationsByThemselves(upstream.records);
    postgres = shared ? await startPostgres() : undefined;
    databaseUrl = await postgres?.database();
    replicas = await startReplicas(upstream, databaseUrl === undefined ? {} : { databaseUrl });
    admin = await replicas.admin();
    visitorAtOne = visitorVia(admin, replicas.one.directUrl);
    visitorAtOther = visitorVia(admin, replicas.other.directUrl);
  });
  afterAll(async () => {
    await replicas?.stop();
    await upstream?.close();
    await postgres?.stop();
  });

  /** Who records and who does not; throws when that never becomes one each. */
  async function places(): Promise<{ leader: Replica; follower: Replica }> {
    const { one, other } = replicas;
    const both = () => Promise.all([one.recorder(), other.recorder()]);
    const [first] = await waitFor(
      "one records",
      both,
      (statuses) => statuses.filter(isRecording).length === 1 && statuses.includes("follower"),
    );
    return isRecording(first) ? { leader: one, follower: other } : { leader: other, follower: one };
  }

  /** Repeats what presumes a leader as long as its lease gets another holder meanwhile, as after a pause of the machine. */
  async function whileOneLeads<T>(work: (at: Awaited<ReturnType<typeof places>>) => Promise<T>): Promise<T> {
    const term = async () => (await read(visitorAtOne, "/api/recorder", recorderState)).leader?.term;
    for (;;) {
      const before = await term();
      const done = await work(await places());
      if (before !== undefined && (await term()) === before) return done;
    }
  }

  it("serve every request and stream alike, by one sign-in", async () => {
    for (const visitor of [visitorAtOne, visitorAtOther, admin, admin]) {
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
      [replicas.one.directUrl, replicas.other.directUrl, replicas.url, replicas.url].map(async (base) =>
        (await LiveStreamClient.open(base, { topics: ["fleet", topic], cookie })).read(),
      ),
    );
    await waitUntil("all are open", () => streams.every(({ isOpen }) => isOpen));
    write(session, "/tmp/both.log", "second");
    await waitUntil("all have it", () => streams.every(({ texts }) => texts.includes("second")));
    for (const stream of streams) {
      expect(stream.texts).toEqual(["first", "second"]);
      stream.leave();
    }
    await upstream.api.call(operations.deleteBrowser, { params: { id: session } });
  });

  it("share an operator's data, wherever it was written", async () => {
    const made = await visitorAtOne.send("POST", "/api/views", { name: "Failed", query: "status=failed" });
    expect(made.status, made.text).toBe(201);
    const views = await read(visitorAtOther, "/api/views", z.array(view));
    expect(views.map(({ name, mine }) => ({ name, mine }))).toEqual([{ name: "Failed", mine: true }]);
    const renamed = await visitorAtOther.send("PATCH", `/api/views/${views[0]?.id}`, { name: "All failed" });
    expect(renamed.status, renamed.text).toBe(200);
    expect((await read(visitorAtOne, "/api/views", z.array(view))).map(({ name }) => name)).toEqual([
      "All failed",
    ]);
    const pin = await visitorAtOne.send("PUT", "/api/inventory/profile/profile-9/pin", { label: "Payroll" });
    expect(pin.status, pin.text).toBe(200);
    const stored = await read(visitorAtOther, "/api/inventory?query=payroll", z.array(inventoryItem));
    expect(stored).toMatchObject([{ id: "profile-9", label: "Payroll", pinned_by: "admin" }]);
    const value = "kept-preference-5521";
    expect((await visitorAtOther.send("PUT", "/api/preferences/log-pane", { value })).status).toBe(204);
    expect((await visitorAtOne.get("/")).text).toContain(value);
  });

  it("poll the API once: a viewer on a follower speeds up the leader", async () => {
    const listsOf = ({ requests }: Replica) => requests.filter((each) => lists.includes(each)).length;
    const byFollower = await whileOneLeads(async ({ leader, follower }) => {
      const looking = leader === replicas.one ? visitorAtOther : visitorAtOne;
      const both = () => listsOf(leader) + listsOf(follower);
      const [before, followerBefore] = [both(), listsOf(follower)];
      await waitFor(
        "the API received many requests",
        async () => {
          await read(looking, "/api/history/invocations?limit=1", z.unknown());
          await read(looking, "/api/history/pools", z.unknown());
          return both() - before;
        },
        (more) => more >= 12,
      );
      return listsOf(follower) - followerBefore;
    });
    expect(byFollower).toBe(0);
    const reported = await waitFor(
      "both name a leader",
      () =>
        Promise.all([visitorAtOne, visitorAtOther].map((who) => read(who, "/api/recorder", recorderState))),
      (states) =>
        states.every(({ leader }) => leader !== null) && states[0]?.leader?.term === states[1]?.leader?.term,
    );
    expect(reported.map(({ leader: each }) => each?.here).sort()).toEqual([false, true]);
    expect(new Set(reported.map(({ leader: each }) => each?.holder)).size).toBe(1);
  });

  it("count wrong passwords together", async () => {
    const { one, other } = replicas;
    const guessing = Array.from({ length: 20 }, async (_, at) => {
      const guess = new Visitor(at % 2 === 0 ? one.directUrl : other.directUrl);
      return (await guess.signIn("nobody-here", `wrong-guess-${at}`)).status;
    });
    const answers = await Promise.all(guessing);
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(answers.every((status) => status === 401 || status === 429)).toBe(true);
  });

  it("lose nothing acknowledged when the leader is killed, and continue", async () => {
    const { leader, follower } = await places();
    const staying = leader === replicas.one ? visitorAtOther : visitorAtOne;
    const { id: target } = upstream.records.proxy({ name: `nowhere-${shared ? "shared" : "file"}` });
    const { session_id: session } = upstream.records.browser();
    const topic = logTopic({ sessionId: session, log: { source: "path", path: "/tmp/over.log" } });
    write(session, "/tmp/over.log", ...linesOf(1, 5));
    const cookie = admin.cookieHeader();
    const watching = (await LiveStreamClient.open(leader.directUrl, { topics: [topic], cookie })).read();
    await waitUntil("the log is open", () => watching.isOpen && watching.texts.length === 5);

    const acknowledged: string[] = [];
    const act = async (who: Visitor) => {
      const reply = await who.send("POST", `/api/proxies/${target}/check`, {}).catch(() => undefined);
      const requestId = reply?.headers["x-request-id"];
      if (reply?.status === 200 && typeof requestId === "string") acknowledged.push(requestId);
    };
    const acting = Array.from({ length: 8 }, async (_, at) => {
      for (let turn = 0; turn < 12; turn += 1)
        await act([visitorAtOne, visitorAtOther, admin][(at + turn) % 3] ?? admin);
    });
    for (let at = 0; at < 4; at += 1) await invoke(`before ${at}`);
    await waitUntil("some were acknowledged", () => acknowledged.length >= 15);
    await leader.kill();
    const { id: missed } = await invoke("while nobody records");
    write(session, "/tmp/over.log", ...linesOf(6, 9));
    await Promise.all(acting);
    expect(acknowledged.length).toBeGreaterThan(30);

    // The one origin goes on by the other replica, for who watched as well.
    await waitUntil("the stream has ended", () => watching.ended);
    const after = (
      await LiveStreamClient.open(replicas.url, { topics: [{ topic, cursor: watching.cursor }], cookie })
    ).read();
    await waitUntil("the log goes on", () => after.texts.includes("line 9") && after.isOpen);
    expect(after.frames.some((frame) => frame.kind === "gap" && frame.gap.reason === "expired")).toBe(true);
    expect(await paneOfFrames(topic, watching.frames, after.frames)).toEqual(linesOf(1, 9));
    after.leave();

    await waitFor("the other one records", () => follower.recorder(), isRecording);
    await leader.start();
    // The one that was killed follows, or leads again after a pause of the other.
    await places();
    const expected = await waitFor(
      "every invocation is over",
      () => upstream.api.call(operations.listInvocations, { query: { limit: 100 } }),
      (invocations) => invocations.every(({ status }) => status === "succeeded" || status === "failed"),
    );
    expect(expected.map(({ id }) => id)).toContain(missed);
    const history = () => read(staying, "/api/history/invocations?limit=100", invocationHistory);
    const mirrored = await waitFor(
      "the mirror holds them",
      history,
      ({ invocations, gaps }) =>
        gaps.length === 0 &&
        expected.every(({ id }) =>
          invocations.some((invocation) => invocation.id === id && !invocation.open),
        ),
    );
    // Those that began in the same millisecond have no order.
    const outcomes = (invocations: readonly { id: string; status?: string | null | undefined }[]) =>
      invocations.map(({ id, status }) => `${id} ${status}`).sort();
    expect(outcomes(mirrored.invocations)).toEqual(outcomes(expected));
    const store = await follower.dashboard().store();
    await expectRollupsToMatchRecount(store);

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
  });

  it.runIf(shared)("listen to what the other has changed", async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await waitFor(
        "both listen",
        () =>
          client.query(
            "select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'",
          ),
        ({ rowCount }) => rowCount === 2,
      );
      await client.query("listen fleetdeck_changes");
      const received: string[] = [];
      client.on("notification", ({ payload = "" }) => received.push(payload.replace(/^\S+ /, "")));
      expect((await visitorAtOne.send("POST", "/api/profiles", { name: "made-at-one" })).status).toBe(201);
      await waitUntil("the change is announced", () => received.includes("reads"));
    } finally {
      await client.end();
    }
  });

  it("end a sign-in on both when it ends on one", async () => {
    const someone = await replicas.admin();
    const cookie = someone.cookieHeader();
    const stream = (
      await LiveStreamClient.open(replicas.other.directUrl, { topics: ["fleet"], cookie })
    ).read();
    await waitUntil("the stream is there", () => stream.frames.length > 0);
    const here = visitorVia(someone, replicas.one.directUrl);
    const there = visitorVia(someone, replicas.other.directUrl);
    expect((await there.get("/api/session")).status).toBe(200);
    expect((await here.send("DELETE", "/api/session")).status).toBe(204);
    await waitFor(
      "it is over there too",
      () => there.get("/api/session"),
      ({ status }) => status === 401,
    );
    await waitUntil("its stream has ended", () => stream.ended);
    expect(stream.byeReason).toBe("signed_out");
  });
}
