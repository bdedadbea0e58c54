// HTTP requests that a session's browser sends for its client, through the newest published client.
import { createServer, type IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { newest } from "../support/programs/published-clients.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests();
const { session_id: id, cdp_ws_url } = await service.create({ headless: true, timeout_seconds: 600 });
const { Kernel } = newest;
const { browsers } = newest.connect({ baseURL: service.url, apiKey: service.bearer });

const echoed = z.object({ method: z.string(), headers: z.record(z.string(), z.string()), body: z.string() });
const bytes = Buffer.from([0, 255, 1, 254]);

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

let site: { url: string; close: () => Promise<void> };
beforeAll(async () => {
  site = await listenOnFreePort(
    createServer(async (request, response) => {
      const body = await textOf(request);
      switch (request.url) {
        case "/bytes":
          return response.setHeader("content-disposition", "attachment").end(bytes);
        case "/packed":
          return response.setHeader("content-encoding", "gzip").end(gzipSync("unpacked"));
        case "/away":
          return response.writeHead(302, { location: "/echo", "set-cookie": "seen=1" }).end();
        case "/silent":
          return undefined;
        case "/large":
          return response.end(Buffer.alloc(11 * 1024 * 1024));
        default:
          response.setHeader("set-cookie", ["a=1; SameSite=Strict", "b=2"]).setHeader("constructor", "named");
          response.statusCode = 418;
          return response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
      }
    }),
  );
});
afterAll(async () => await site.close());

const curl = async (path: string, more: Omit<Parameters<typeof browsers.curl>[1], "url"> = {}) =>
  await browsers.curl(id, { url: `${site.url}${path}`, ...more });

test("a request has the method, headers and body of its client, and the browser's own headers and cookies", async () => {
  const answer = await curl("/echo", {
    method: "PUT",
    headers: { "X-Mine": "yes", accept: "application/json", "content-type": "text/plain" },
    body: "Grüße",
  });
  expect(answer).toMatchObject({ status: 418, headers: { "set-cookie": ["a=1; SameSite=Strict", "b=2"] } });
  expect(Object.entries(answer.headers)).toContainEqual(["constructor", ["named"]]);
  expect(answer.duration_ms).toBeGreaterThanOrEqual(0);
  const { method, headers, body } = echoed.parse(JSON.parse(answer.body));
  expect([method, body]).toEqual(["PUT", "Grüße"]);
  expect(headers).toMatchObject({
    "x-mine": "yes",
    accept: "application/json",
    "content-type": "text/plain",
    "user-agent": expect.stringContaining("Chrome/"),
  });
  const later = echoed.parse(JSON.parse((await curl("/echo")).body));
  expect(later.headers.cookie).toBe("a=1; b=2");
});

test("redirects are followed; bodies are unpacked, as text or base64; HEAD has none", async () => {
  const followed = echoed.parse(JSON.parse((await curl("/away", { headers: { "x-mine": "yes" } })).body));
  expect(followed.headers).toMatchObject({ "x-mine": "yes", cookie: expect.stringContaining("seen=1") });
  const raw = await curl("/bytes", { response_encoding: "base64" });
  expect(Buffer.from(raw.body, "base64")).toEqual(bytes);
  expect((await curl("/packed")).body).toBe("unpacked");
  expect(await curl("/echo", { method: "HEAD" })).toMatchObject({ status: 418, body: "" });
});

test("a service worker of the site does not answer instead of it", async () => {
  const worker = "addEventListener('fetch', (event) => event.respondWith(new Response('of the worker')))";
  const working = await siteForTests((request, response) => {
    const isScript = request.url === "/worker.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? worker : "of the site");
  });
  const driven = await connectOverCdp(cdp_ws_url);
  await driven.page.goto(working.url);
  await driven.page.evaluate(async () => {
    await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
  });
  await driven.page.reload();
  expect(await driven.page.textContent("body")).toBe("of the worker");
  await driven.close();
  expect(await browsers.curl(id, { url: working.url, method: "POST" })).toMatchObject({
    body: "of the site",
  });
});

test("no page of the session sees it", async () => {
  const before = service.sessions.living(id).pages.open;
  const opened: unknown[] = [];
  const stop = service.sessions.living(id).pages.onChange(() => opened.push(1));
  await curl("/echo");
  stop();
  expect(opened).toEqual([]);
  expect(service.sessions.living(id).pages.open).toEqual(before);
});

test("what gets no response is 502 with the reason, what cannot be sent 400", async () => {
  const refused = { url: "http://127.0.0.1:1/" };
  await expect(browsers.curl(id, refused)).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining("net::ERR_UNSAFE_PORT"),
  });
  await expect(curl("/silent", { timeout_ms: 1000 })).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining("1000 ms"),
  });
  await expect(curl("/large")).rejects.toMatchObject({ status: 502 });
  for (const body of [{ url: "file:///etc/passwd" }, { url: `${site.url}/`, headers: { Host: "other" } }]) {
    await expect(browsers.curl(id, body)).rejects.toBeInstanceOf(Kernel.BadRequestError);
  }
  await expect(browsers.curl("nobody", refused)).rejects.toBeInstanceOf(Kernel.NotFoundError);
});

test("every method assigned to this file was called successfully", () => expectCovered("curl", newest));
