import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { freePort, listenOnFreePort } from "../../tests/support/programs/free-port.ts";
import { exchange, openConnection } from "../../tests/support/programs/raw-http.ts";
import { type ConnectionTimeouts, standardConnectionTimeouts } from "../kernel/paces.ts";
import { answerAsStandby } from "./standby-server.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function standby(timeouts: Partial<ConnectionTimeouts> = {}) {
  const port = await freePort();
  const server = await answerAsStandby({
    host: "127.0.0.1",
    port,
    paces: { http: { connectionCheckMs: 10 } },
    timeouts: { ...standardConnectionTimeouts, ...timeouts },
  });
  cleanUps.push(server.close);
  return { ...server, url: `http://127.0.0.1:${port}` };
}

async function listen(server: Server): Promise<URL> {
  const { url, close } = await listenOnFreePort(server);
  cleanUps.push(close);
  return new URL(url);
}

const upgrade = "GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

test("requests and WebSockets that cannot be forwarded are answered 503", async () => {
  const { url, forwardTo } = await standby();
  const refused = { status: 503, body: expect.stringContaining('"standby"') };
  const plain = "GET /browsers HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  expect(await exchange(url, plain)).toMatchObject([refused]);
  expect(await exchange(url, upgrade)).toMatchObject([refused]);
  // To itself: what it has forwarded is not forwarded again.
  forwardTo(new URL(url));
  expect(await exchange(url, plain)).toMatchObject([refused]);
  expect(await exchange(url, upgrade)).toMatchObject([refused]);
});

test.each([
  ["a line without sense", "GARBAGE\r\n\r\n", 400, "bad_request"],
  [
    "a head of 100 kB",
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(100_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  ["a head that does not end", "GET / HTTP/1.1\r\nHost: a\r\n", 408, "request_timeout"],
  ["an expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 417, "expectation_failed"],
  ["CONNECT", "CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method_not_allowed"],
])("%s is answered as by a service that works", async (_, bytes, status, code) => {
  const { url } = await standby({ headMs: 200 });
  const [answer] = await exchange(url, bytes);
  expect([answer?.status, JSON.parse(answer?.body || "{}")]).toMatchObject([status, { code }]);
});

test.each([
  ["answered before", "/early", 401],
  ["not answered", "/never", 408],
])("a request %s whose body does not end is cut off", async (_, path, status) => {
  const { url, forwardTo } = await standby({ headMs: 200, uploadMs: 200, lingerMs: 600_000 });
  forwardTo(
    await listen(
      createServer((incoming, response) => {
        incoming.on("error", () => {});
        if (incoming.url === "/early") response.writeHead(401).end();
      }),
    ),
  );
  expect(
    await exchange(url, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nx`),
  ).toMatchObject([{ status }]);
});

test("an offer of HTTP/2 is a plain request", async () => {
  const { url, forwardTo } = await standby();
  const offer = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n`;
  expect(await exchange(url, offer("/livez"))).toMatchObject([{ status: 200 }]);
  forwardTo(await listen(createServer((_incoming, response) => response.end("here"))));
  expect(await exchange(url, offer("/browsers"))).toMatchObject([{ status: 200, body: "here" }]);
});

test("while it takes over it is alive, and refuses everything else itself", async () => {
  const { url, forwardTo, takeOver } = await standby();
  forwardTo(await listen(createServer((_incoming, response) => response.end("here"))));
  takeOver();
  const get = (path: string) => exchange(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(await get("/livez")).toMatchObject([{ status: 200 }]);
  const refused = { status: 503, body: expect.stringContaining("takes over") };
  for (const path of ["/readyz", "/browsers"]) expect(await get(path)).toMatchObject([refused]);
  expect(await exchange(url, upgrade)).toMatchObject([refused]);
});

test("what is forwarded to a service ends when another one works", async () => {
  const server = createServer((incoming, response) => {
    if (incoming.url === "/stream") response.flushHeaders();
  }).on("upgrade", (_incoming, socket) => {
    cleanUps.push(() => socket.destroy());
    socket.on("error", () => {}).write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  const { url, forwardTo } = await standby();
  const address = await listen(server);
  forwardTo(address);
  const stream = openConnection(url);
  stream.socket.write("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
  const socket = openConnection(url);
  socket.socket.write(upgrade);
  const unanswered = exchange(url, "GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => stream.received() !== "" && socket.received() !== "").toBe(true);
  // The same one, as it is found again.
  forwardTo(new URL(address));
  expect([stream.socket.closed, socket.socket.closed]).toEqual([false, false]);
  forwardTo(new URL("http://127.0.0.1:1"));
  await Promise.all([stream.closed, socket.closed]);
  expect(await unanswered).toMatchObject([{ status: 503 }]);
});
