// The live stream through the built dashboard: real sockets on both sides.
import { afterAll, afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { logTopic } from "../../lib/bff/live.ts";
import { sendRequest, startDashboard, type Visitor } from "../support/dashboard/dashboard.ts";
import { type LiveConnectionOptions, LiveStreamClient } from "../support/dashboard/live-stream-client.ts";
import { FakeLogUpstream } from "../support/fakes/fake-log-upstream.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

const upstream = await new FakeLogUpstream().listen();
afterAll(() => upstream.close());
const token = "canary-token-of-the-live-tests";
const dashboard = await startDashboard({
  apiBaseUrl: upstream.url,
  token,
  // A log stays open for 12 s after its viewers have left: longer than a busy machine pauses.
  variables: { RECORDER: "off", TEST_SPEEDUP: "5" },
});
afterAll(() => dashboard.stop());
const operator = await dashboard.signedIn("operator");
let made = 0;
const connections: LiveStreamClient[] = [];

afterEach(() => {
  for (const connection of connections.splice(0)) connection.leave();
});

/** A log nobody has requested before. */
const createTopic = () => {
  made += 1;
  return logTopic({ sessionId: `session${made}`, log: { source: "path", path: "/var/log/a b.log" } });
};

const auditRows = z.array(z.looseObject({}));
/** The audit's rows of opening the newest log, newest first. */
async function endedOpening(): Promise<readonly object[]> {
  const admin = await dashboard.admin();
  const target = encodeURIComponent(`session${made} "/var/log/a b.log"`);
  const readRows = async () => auditRows.parse((await admin.get(`/api/audit?target=${target}`)).json);
  return await waitFor("its outcome is written", readRows, (rows) => rows.length > 1);
}

async function connect(options: LiveConnectionOptions, who: Visitor = operator): Promise<LiveStreamClient> {
  const connection = await LiveStreamClient.open(dashboard.url, { cookie: who.cookieHeader(), ...options });
  connections.push(connection);
  return connection;
}

// First, as the tests after it leave logs behind that are still followed for a while.
describe("access and validation", () => {
  test("T11 requires a sign-in", async () => {
    const connection = await LiveStreamClient.open(dashboard.url, { topics: ["fleet"] });
    expect(connection.status).toBe(401);
  });

  test.each([
    ["telemetry:one", "Reading the activity of a browser needs the operator role."],
    [createTopic(), "Reading the files of a browser needs the operator role."],
  ])(
    "T12 %s needs the role operator, and asks the upstream for nothing without it",
    async (topic, reason) => {
      const viewer = await dashboard.signedIn("viewer");
      const connection = (await connect({ topics: [topic] }, viewer)).read();
      const stateOf = () => connection.frames.find((each) => each.kind === "state");
      await waitUntil("the state of the topic has come", () => stateOf() !== undefined);
      expect(stateOf()).toMatchObject({ topic, state: "unavailable", reason });
      expect(upstream.requests).toEqual([]);
    },
  );

  test.each([
    ["no topic", "", "bad_request"],
    ["an unknown parameter", "?topic=fleet&limit=1", "unknown_parameter"],
    ["a topic twice", "?topic=fleet&topic=fleet", "bad_request"],
    ["a way out of the path", "?topic=logs%3A..%252f..%3Asupervisor%3Ax", "bad_request"],
    ["a cursor by itself", "?topic=logs%3Aa%3Asupervisor%3Ax&cursor=1", "unknown_parameter"],
  ])("T37 %s is 400 and causes no request to the upstream", async (_, query, code) => {
    const reply = await operator.get(`/api/live${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ code });
    expect(upstream.requests).toEqual([]);
  });
});

describe("stream", () => {
  test("T41 reading a file is audited once, however often the page connects anew", async () => {
    const topic = createTopic();
    for (let times = 0; times < 3; times += 1) {
      const connection = (await connect({ topics: ["fleet", topic] })).read();
      await waitUntil("it is open", () => connection.isOpen);
      connection.leave();
    }
    expect(await endedOpening()).toMatchObject([
      { action: "readFile", phase: "answered", status: 200, role: "operator" },
      { phase: "intended" },
    ]);
  });

  test("T41 a file that is not there was not read", async () => {
    upstream.onlyLine = "there is no such file";
    const connection = (await connect({ topics: [createTopic()] })).read();
    const isRefused = () =>
      connection.frames.some((frame) => "state" in frame && frame.state === "unavailable");
    await waitUntil("it is refused", isRefused);
    connection.leave();
    upstream.onlyLine = undefined;
    expect(await endedOpening()).toMatchObject([
      { action: "readFile", phase: "answered", code: "log_unavailable" },
      { phase: "intended" },
    ]);
  });

  test("is delivered immediately, uncompressed and unbuffered, and resumes on a new connection", async () => {
    const topic = createTopic();
    upstream.file.splice(0);
    const first = (await connect({ topics: ["fleet", topic] })).read();
    expect(first.status).toBe(200);
    expect(first.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(first.response.headers["content-encoding"]).toBeUndefined();
    await waitUntil("it is open", () => first.isOpen);
    expect(first.frames.slice(0, 2).map((frame) => frame.kind)).toEqual(["hello", "fleet"]);
    upstream.write("one", "two");
    await waitUntil("the lines are there", () => first.texts.length === 2);
    first.leave();
    upstream.write("three");
    const second = (await connect({ topics: [{ topic, cursor: first.cursor }] })).read();
    await waitUntil("the rest is there", () => second.texts.includes("three"));
    expect([...first.texts, ...second.texts]).toEqual(["one", "two", "three"]);
    expect(second.frames.some((frame) => frame.kind === "gap")).toBe(false);
  });

  test("resumes each of 24 topics from its own cursor, in any position (T47)", async () => {
    upstream.file.splice(0);
    const topics = Array.from({ length: 24 }, createTopic);
    upstream.write("one");
    const first = (await connect({ topics })).read();
    await waitUntil("the first line is there", () =>
      topics.every((topic) => first.textsOf(topic).length === 1),
    );
    const early = topics.map((topic) => first.cursorOf(topic));
    upstream.write("two");
    await waitUntil("the second line is there", () =>
      topics.every((topic) => first.textsOf(topic).length === 2),
    );
    const late = topics.map((topic) => first.cursorOf(topic));
    first.leave();
    upstream.write("three");
    const cursors = topics.map((_, at) => [undefined, early[at], late[at]][at % 3]);
    const second = (
      await connect({ topics: topics.map((topic, at) => ({ topic, cursor: cursors[at] })) })
    ).read();
    expect(second.status).toBe(200);
    await waitUntil("the rest is there", () =>
      topics.every((topic) => second.textsOf(topic).includes("three")),
    );
    topics.forEach((topic, at) => {
      expect(second.textsOf(topic), `topic ${at}`).toEqual(["one", "two", "three"].slice(at % 3));
    });
    expect(second.frames.some((frame) => frame.kind === "gap")).toBe(false);
  });

  test("T45 one upstream stream for all viewers, twelve streams per operator, released when they leave", async () => {
    const topic = createTopic();
    const ownLog = `/session${made}/`;
    // Streams of earlier tests may still be counted for the viewer they had.
    const watcher = await dashboard.signedIn("operator");
    const open = await Promise.all(Array.from({ length: 12 }, () => connect({ topics: [topic] }, watcher)));
    for (const connection of open) connection.read();
    await waitUntil("all are open", () => open.every((connection) => connection.isOpen));
    expect(upstream.requests.filter(({ url, follow }) => follow && url.includes(ownLog))).toHaveLength(1);
    const refused = await connect({ topics: [topic] }, watcher);
    expect(refused.status).toBe(503);
    expect(Number(refused.response.headers["retry-after"])).toBeGreaterThan(0);
    const other = await connect({ topics: [topic] }, await dashboard.signedIn("operator"));
    expect(other.status).toBe(200);
    for (const connection of open) connection.leave();
    await waitFor(
      "one may be opened again",
      () => connect({ topics: [topic] }, watcher),
      ({ status }) => status === 200,
    );
  });

  test("T50 leaves nothing open after 300 connections with a log each and 100 HEAD requests", async () => {
    await waitUntil("no other log is open", () => upstream.openCount === 0);
    const before = upstream.requests.length;
    for (let round = 0; round < 30; round += 1) {
      const open = await Promise.all(
        // Those of the round before may still be counted.
        Array.from({ length: 10 }, () =>
          waitFor(
            "it is accepted",
            () => connect({ topics: [createTopic()] }),
            ({ status }) => status === 200,
          ),
        ),
      );
      for (const connection of open) connection.leave();
    }
    expect(upstream.requests.length).toBeGreaterThan(before);
    const fresh = createTopic();
    for (let round = 0; round < 100; round += 1) {
      const reply = await sendRequest(dashboard.url, `/api/live?topic=${encodeURIComponent(fresh)}`, {
        method: "HEAD",
        headers: { cookie: operator.cookieHeader() },
      });
      expect(reply.status).toBe(405);
    }
    expect(upstream.requests.some(({ url }) => url.includes(`/session${made}/`))).toBe(false);
    await waitUntil("none is open", () => upstream.openCount === 0);
  });
});

describe("end", () => {
  test("T51 T16 signing out ends the stream", async () => {
    const leaver = await dashboard.signedIn("operator");
    const connection = (await connect({ topics: ["fleet"] }, leaver)).read();
    await waitUntil("it speaks", () => connection.frames.length > 0);
    expect((await leaver.send("DELETE", "/api/session")).status).toBe(204);
    await waitUntil("it has ended", () => connection.ended);
    expect(connection.byeReason).toBe("signed_out");
  });

  test.skipIf(process.platform !== "linux")(
    "T44 a viewer who takes nothing is cut; the others have every line",
    async () => {
      // Logs that earlier tests have left would receive every line, too.
      await waitUntil("no other log is open", () => upstream.openCount === 0);
      const topic = createTopic();
      upstream.file.splice(0);
      const good = (await connect({ topics: [topic] })).read();
      const paused = await connect({ topics: [topic] });
      await waitUntil("it is open", () => good.isOpen);
      const line = "x".repeat(2000);
      let sent = 0;
      const writing = setInterval(() => {
        // No more than the ring holds, so that a pause of any program loses nothing.
        if (sent - (good.cursor?.id ?? 0) > 200) return;
        upstream.send(...Array.from({ length: 50 }, () => `${sent++} ${line}`));
      }, 20);
      try {
        expect(paused.isConnectedOnServer).toBe(true);
        await waitUntil("it is cut", () => !paused.isConnectedOnServer, 90_000);
      } finally {
        clearInterval(writing);
      }
      await waitUntil("the last line is there", () => good.texts.length === sent);
      expect(good.frames.some((frame) => frame.kind === "gap")).toBe(false);
    },
  );

  test("T59 a shutdown sends a bye frame to every stream and ends in time", async () => {
    const own = await startDashboard({ apiBaseUrl: upstream.url, token: "canary-token-of-the-live-tests" });
    const watchers: Visitor[] = [];
    for (let index = 0; index < 5; index += 1) watchers.push(await own.signedIn("operator"));
    const open = await Promise.all(
      watchers.flatMap((who) =>
        Array.from({ length: 10 }, () =>
          LiveStreamClient.open(own.url, { topics: [createTopic()], cookie: who.cookieHeader() }),
        ),
      ),
    );
    for (const connection of open) connection.read();
    await waitUntil("all speak", () => open.every((connection) => connection.frames.length > 0));
    // Should it not end by itself, it is killed and has no exit code.
    const code = await own.stop("SIGTERM");
    expect([0, 143]).toContain(code);
    await waitUntil("all were read to their end", () => open.every(({ ended }) => ended));
    expect(open.filter((connection) => connection.byeReason === "shutdown")).toHaveLength(50);
  });
});
