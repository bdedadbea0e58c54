// The live stream through the built dashboard: real sockets on both sides.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { logTopic } from "../../lib/bff/live.ts";
import { ask, type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { type Connecting, LiveConnection } from "../support/live-connection.ts";
import { LogUpstream } from "../support/log-upstream.ts";
import { until } from "../support/until.ts";

let upstream: LogUpstream;
let dashboard: RunningDashboard;
let viewer: Visitor;
let made = 0;
const connections: LiveConnection[] = [];

beforeAll(async () => {
  upstream = await new LogUpstream().listen();
  dashboard = await startDashboard({ apiBaseUrl: upstream.url, token: "canary-token-of-the-live-tests" });
  viewer = await dashboard.signedIn("viewer");
});

afterEach(() => {
  for (const connection of connections.splice(0)) connection.leave();
});

afterAll(async () => {
  await dashboard?.stop();
  await upstream?.close();
});

/** A log nobody has asked for before. */
const newTopic = () => {
  made += 1;
  return logTopic({ sessionId: `session${made}`, log: { source: "path", path: "/var/log/a b.log" } });
};

async function connect(asked: Connecting, who: Visitor = viewer): Promise<LiveConnection> {
  const connection = await LiveConnection.open(dashboard.url, { cookie: who.cookieHeader(), ...asked });
  connections.push(connection);
  return connection;
}

describe("the stream", () => {
  test("arrives at once, uncompressed and unbuffered, and can be resumed on a new connection", async () => {
    const topic = newTopic();
    upstream.file.splice(0);
    const first = (await connect({ topics: ["fleet", topic] })).read();
    expect(first.status).toBe(200);
    expect(first.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(first.response.headers["content-encoding"]).toBeUndefined();
    await until("it is open", () => first.isOpen);
    expect(first.frames.slice(0, 2).map((frame) => frame.kind)).toEqual(["hello", "fleet"]);
    upstream.write("one", "two");
    await until("the lines are there", () => first.texts.length === 2);
    first.leave();
    upstream.write("three");
    const second = (await connect({ topics: [topic], cursor: first.cursor })).read();
    await until("the rest is there", () => second.texts.includes("three"));
    expect([...first.texts, ...second.texts]).toEqual(["one", "two", "three"]);
    expect(second.frames.some((frame) => frame.kind === "gap")).toBe(false);
  });

  test("T45 one upstream stream for all who watch, twelve streams per operator, freed when they leave", async () => {
    const topic = newTopic();
    const before = upstream.openCount;
    const open = await Promise.all(Array.from({ length: 12 }, () => connect({ topics: [topic] })));
    for (const connection of open) connection.read();
    await until("all are open", () => open.every((connection) => connection.isOpen));
    expect(upstream.openCount).toBe(before + 1);
    const refused = await connect({ topics: [topic] });
    expect(refused.status).toBe(503);
    expect(Number(refused.response.headers["retry-after"])).toBeGreaterThan(0);
    const other = await connect({ topics: [topic] }, await dashboard.signedIn("operator"));
    expect(other.status).toBe(200);
    for (const connection of open) connection.leave();
    let again = await connect({ topics: [topic] });
    for (let tries = 0; again.status === 503 && tries < 500; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      again = await connect({ topics: [topic] });
    }
    expect(again.status).toBe(200);
  });

  test("T50 opened and left 300 times, and asked for its head 100 times: nothing stays open", async () => {
    const topic = newTopic();
    const before = upstream.openCount;
    for (let round = 0; round < 30; round += 1) {
      const open = await Promise.all(Array.from({ length: 10 }, () => connect({ topics: [topic] })));
      for (const connection of open) connection.leave();
    }
    const fresh = newTopic();
    for (let round = 0; round < 100; round += 1) {
      const reply = await ask(dashboard.url, `/api/live?topic=${encodeURIComponent(fresh)}`, {
        method: "HEAD",
        headers: { cookie: viewer.cookieHeader() },
      });
      expect(reply.status).toBe(405);
    }
    expect(upstream.openCount).toBeLessThanOrEqual(before + 1);
  });
});

describe("who may and what may be asked", () => {
  test("T11 nobody without a session", async () => {
    const connection = await LiveConnection.open(dashboard.url, { topics: ["fleet"] });
    expect(connection.status).toBe(401);
  });

  test.each([
    ["no topic", ""],
    ["an unknown parameter", "?topic=fleet&limit=1"],
    ["a topic twice", "?topic=fleet&topic=fleet"],
    ["a way out of the path", "?topic=logs%3A..%252f..%3Asupervisor%3Ax"],
    ["a bad cursor", "?topic=logs%3Aa%3Asupervisor%3Ax&cursor=1"],
  ])("T37 %s is 400 and asks nothing of the upstream", async (_, query) => {
    const before = upstream.asked.length;
    const reply = await viewer.get(`/api/live${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ code: "bad_request" });
    expect(upstream.asked.length).toBe(before);
  });
});

describe("the end", () => {
  test("T51 T16 signing out ends the stream", async () => {
    const leaver = await dashboard.signedIn("viewer");
    const connection = (await connect({ topics: ["fleet"] }, leaver)).read();
    await until("it speaks", () => connection.frames.length > 0);
    expect((await leaver.send("DELETE", "/api/session")).status).toBe(204);
    await until("it has ended", () => connection.ended);
    expect(connection.goodbye).toBe("signed_out");
  });

  test.skipIf(process.platform !== "linux")(
    "T44 a viewer who takes nothing is cut; the others have every line",
    async () => {
      const topic = newTopic();
      upstream.file.splice(0);
      const good = (await connect({ topics: [topic] })).read();
      const paused = await connect({ topics: [topic] });
      await until("it is open", () => good.isOpen);
      const line = "x".repeat(2000);
      let sent = 0;
      const writing = setInterval(() => {
        upstream.send(...Array.from({ length: 50 }, () => `${sent++} ${line}`));
      }, 20);
      try {
        expect(paused.heldByServer).toBe(true);
        await until("it is cut", () => !paused.heldByServer, 90_000);
      } finally {
        clearInterval(writing);
      }
      await until("the last line is there", () => good.texts.length === sent);
      expect(good.frames.some((frame) => frame.kind === "gap")).toBe(false);
    },
  );

  test("T59 a stop says goodbye to every stream and is over in time", async () => {
    const own = await startDashboard({ apiBaseUrl: upstream.url, token: "canary-token-of-the-live-tests" });
    const watchers: Visitor[] = [];
    for (let index = 0; index < 5; index += 1) watchers.push(await own.signedIn("viewer"));
    const open = await Promise.all(
      watchers.flatMap((who) =>
        Array.from({ length: 10 }, () =>
          LiveConnection.open(own.url, { topics: [newTopic()], cookie: who.cookieHeader() }),
        ),
      ),
    );
    for (const connection of open) connection.read();
    await until("all speak", () => open.every((connection) => connection.frames.length > 0));
    // Should it not end by itself, it is killed and has no exit code.
    const code = await own.stop("SIGTERM");
    expect([0, 143]).toContain(code);
    expect(open.filter((connection) => connection.goodbye === "shutdown")).toHaveLength(50);
  });
});
