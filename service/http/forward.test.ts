import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import type { Duplex } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { freePort, listenOnFreePort } from "../../tests/support/programs/free-port.ts";
import {
  exchange,
  openConnection,
  readAnswers,
  sendBeforeReading,
} from "../../tests/support/programs/raw-http.ts";
import { Problem } from "../kernel/problem.ts";
import { respondEarly } from "./early-response.ts";
import { type ForwardTarget, forwardRequest, forwardUpgrade } from "./forward.ts";
import { refuse, respondOnSocket } from "./problem-response.ts";

const unreachable = new Problem(503, "unreachable", "not reached", { headers: { connection: "close" } });
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function listen(server: Server, host?: string): Promise<URL> {
  const { url, close } = await listenOnFreePort(server, host);
  cleanUps.push(close);
  return new URL(url);
}

/** Forwards everything to `address`. */
async function front(
  address: URL,
  {
    signal,
    otherwise,
    lingerMs = 60_000,
  }: { signal?: AbortSignal; otherwise?: ForwardTarget; lingerMs?: number } = {},
): Promise<string> {
  const target = { address, headers: { "x-mark": "1" }, otherwise, ...(signal && { signal }) };
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: 600_000 },
    (incoming, response) => {
      if (incoming.url === "/bad") incoming.url = "/b a d";
      forwardRequest(target, incoming, response, (refused) => refuse(refused, unreachable), lingerMs);
    },
  );
  server.on("upgrade", (incoming, socket, head) => {
    cleanUps.push(() => socket.destroy());
    forwardUpgrade(target, incoming, socket, head, (refused) => respondOnSocket(refused, unreachable));
  });
  return (await listen(server)).href.replace(/\/$/, "");
}

/** A service that answers with the headers that it got; `upgraded` has a connection of its own. */
function target(upgraded: (socket: Duplex, incoming: IncomingMessage) => void = () => {}): Server {
  return createServer((incoming, response) => {
    incoming.resume().on("end", () => response.end(JSON.stringify(incoming.rawHeaders)));
  }).on("upgrade", (incoming, socket) => {
    cleanUps.push(() => socket.destroy());
    socket.on("error", () => {});
    upgraded(socket, incoming);
  });
}

const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
const upgrade = "GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

/** A listening address that makes no further connection: its process is stopped, its queue full. */
async function unresponsive(): Promise<URL> {
  const script = `
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => process.stdout.write(String(server.address().port)));
  `;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  cleanUps.push(() => child.kill("SIGKILL"));
  const [port] = await once(child.stdout, "data");
  child.kill("SIGSTOP");
  for (let made = 0; made < 2; made += 1) {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    cleanUps.push(() => socket.destroy());
    await once(socket, "connect");
  }
  return new URL(`http://127.0.0.1:${port}`);
}

test.each(["trailer: x", "te: trailers", "upgrade: h2c"])(
  "a plain request with `%s` is forwarded without it",
  async (header) => {
    const url = await front(await listen(target()));
    const [answer] = await exchange(
      url,
      `GET / HTTP/1.1\r\nHost: a\r\n${header}\r\nConnection: close\r\n\r\n`,
    );
    expect([answer?.status, JSON.parse(answer?.body ?? "")]).toEqual([
      200,
      expect.arrayContaining(["Host", "a", "x-mark", "1"]),
    ]);
    expect(answer?.body).not.toContain(header.slice(0, header.indexOf(":")));
  },
);

test("a request that cannot be sent on is refused", async () => {
  const url = await front(await listen(target()));
  const [answer] = await exchange(url, "GET /bad HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(answer?.status).toBe(503);
});

test("a request of HTTP/1.0 without a host gets the target's", async () => {
  const address = await listen(target());
  const [answer] = await exchange(await front(address), "GET / HTTP/1.0\r\n\r\n");
  expect(JSON.parse(answer?.body ?? "")).toEqual(expect.arrayContaining(["host", address.host]));
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

test.runIf(hasIpv6)("targets with an IPv6 address are reached", async () => {
  const { port } = await listen(
    target((socket) => socket.end(switching)),
    "::1",
  );
  const url = await front(new URL(`http://[::1]:${port}`));
  expect((await fetch(url)).status).toBe(200);
  const line = openConnection(url);
  line.socket.write(upgrade);
  expect(await line.closed).toBe(switching);
});

test("a target without a port is reached on port 80", async ({ skip }) => {
  const server = target((socket) => socket.end(switching));
  cleanUps.push(() => server.close());
  // Only some users may listen there.
  const listens = new Promise<boolean>((resolve) =>
    server.once("error", () => resolve(false)).listen(80, "127.0.0.80", () => resolve(true)),
  );
  skip(!(await listens));
  const line = openConnection(await front(new URL("http://127.0.0.80:80")));
  line.socket.write(upgrade);
  expect(await line.closed).toBe(switching);
});

test("the headers of a WebSocket arrive byte by byte", async () => {
  const got: string[] = [];
  const url = await front(
    await listen(
      target((socket, { rawHeaders }) => {
        got.push(...rawHeaders);
        socket.end(switching);
      }),
    ),
  );
  const line = openConnection(url);
  line.socket.write(upgrade.replace("Host: a", "Host: a\r\nX-Name: \xe9"), "latin1");
  await line.closed;
  expect(got).toEqual(expect.arrayContaining(["X-Name", "\xe9"]));
});

test("a slow client gets everything that the target sent before it closed", async () => {
  const sent = 10_000_000;
  const url = await front(
    await listen(
      target((socket) => {
        socket.write(switching);
        socket.end(Buffer.alloc(sent, "x"));
      }),
    ),
  );
  const line = openConnection(url);
  let received = 0;
  line.socket.on("data", (part: Buffer) => {
    received += part.length;
    line.socket.pause();
    setImmediate(() => line.socket.resume());
  });
  line.socket.write(upgrade);
  await line.closed;
  expect(received).toBe(sent + switching.length);
});

test("a WebSocket that the target does not answer is refused", async () => {
  const url = await front(await listen(target((socket) => socket.destroy())));
  const [answer] = await exchange(url, upgrade);
  expect(answer?.status).toBe(503);
});

test.each([
  ["request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["WebSocket", upgrade],
])("a %s to a target that makes no connection is refused after 5 seconds", async (_what, text) => {
  const url = await front(await unresponsive());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answers = exchange(url, text);
  const before = vi.getTimerCount();
  while (vi.getTimerCount() === before) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(5_000);
  expect((await answers)[0]?.status).toBe(503);
});

test.each([
  ["request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["WebSocket", upgrade],
])("a %s that the target has not answered when it is lost is refused", async (_what, text) => {
  const arrived = Promise.withResolvers<void>();
  const silent = createServer(() => arrived.resolve()).on("upgrade", (_incoming, socket) => {
    cleanUps.push(() => socket.destroy());
    arrived.resolve();
  });
  const loss = new AbortController();
  const answers = exchange(await front(await listen(silent), { signal: loss.signal }), text);
  await arrived.promise;
  loss.abort();
  expect((await answers)[0]?.status).toBe(503);
});

test("a WebSocket that one target does not answer goes to another one", async () => {
  const paths: unknown[] = [];
  const address = await listen(
    target((socket, { url, headers }) => {
      paths.push([url, headers["x-mark"]]);
      socket.end(`${switching}begun`);
    }),
  );
  const away = new URL(`http://127.0.0.1:${await freePort()}`);
  const url = await front(away, { otherwise: { address, headers: { "x-mark": "2" } } });
  const { socket, closed } = openConnection(url);
  socket.write(upgrade);
  expect(await closed).toBe(`${switching}begun`);
  expect(paths).toEqual([["/socket", "2"]]);
});

test("an answer that has begun ends when its target is lost", async () => {
  const server = createServer((_incoming, response) => response.flushHeaders());
  const loss = new AbortController();
  const line = openConnection(await front(await listen(server), { signal: loss.signal }));
  line.socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => line.received()).toContain("200 OK");
  loss.abort();
  expect(await line.closed).not.toContain("503");
});

test("a client that leaves ends what is forwarded for it", async () => {
  const ended = Promise.withResolvers<void>();
  const server = createServer((_incoming, response) => {
    response.flushHeaders();
    response.once("close", ended.resolve);
  });
  const line = openConnection(await front(await listen(server)));
  line.socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => line.received()).toContain("200 OK");
  line.socket.destroy();
  await ended.promise;
});

/** A service that refuses every request before it is complete. */
const refusing = () =>
  createServer((incoming, response) =>
    respondEarly(incoming, response, new Problem(413, "payload_too_large", "too large"), 60_000),
  );
const largeHead = (connection: string) =>
  `PUT / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: ${130 * 1024 * 1024}\r\n\r\n`;

test("a client that sends all of 130 MiB before it reads gets the answer to their head", async () => {
  const url = await front(await listen(refusing()));
  const closing = openConnection(url);
  await sendBeforeReading(closing, largeHead("close"), 130);
  expect(readAnswers(await closing.closed).map(({ status }) => status)).toEqual([413]);

  const kept = openConnection(url);
  await sendBeforeReading(kept, largeHead("keep-alive"), 130);
  await sendBeforeReading(kept, largeHead("close"), 130);
  expect(readAnswers(await kept.closed).map(({ status }) => status)).toEqual([413, 413]);
});

test("a client that stops sending what was answered already is cut off", async () => {
  const line = openConnection(await front(await listen(refusing()), { lingerMs: 500 }));
  await sendBeforeReading(line, largeHead("keep-alive"), 2);
  expect(readAnswers(await line.closed).map(({ status }) => status)).toEqual([413]);
});
