import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type ReplyRoute, registerRead } from "../lib/server/http/direct-reads.ts";
import { sendRequest } from "../tests/support/dashboard/dashboard.ts";
import { readRoutePaths, withDirectReads } from "./direct-reads.ts";

const folder = mkdtempSync(join(tmpdir(), "fleetdeck-build-"));
writeFileSync(
  join(folder, "app-path-routes-manifest.json"),
  JSON.stringify({
    "/(dashboard)/widgets/page": "/widgets",
    "/api/widgets/[id]/route": "/api/widgets/[id]",
    "/api/widgets/[id]/parts/[part_id]/route": "/api/widgets/[id]/parts/[part_id]",
    "/api/widgets/[id]/changes/route": "/api/widgets/[id]/changes",
    "/api/widgets/last/route": "/api/widgets/last",
    "/api/widgets/route": "/api/widgets",
    "/api/unread/route": "/api/unread",
  }),
);
const routePaths = readRoutePaths(pathToFileURL(`${folder}/`));

const long = new TextEncoder().encode(JSON.stringify({ text: "long ".repeat(500) }));
const signals: AbortSignal[] = [];
/** Says what it was called with. */
const saying =
  (name: string): ReplyRoute =>
  async ({ method, url, headers }, { params }) => ({
    status: 201,
    headers: { "content-type": "application/json; charset=utf-8", "x-from": name },
    body: JSON.stringify({ method, url, cookie: headers.get("cookie"), params: await params }),
  });
registerRead("/widgets/{id}", saying("one"));
registerRead("/widgets/{id}/parts/{part_id}", saying("part"));
registerRead("/widgets", async (request) => {
  signals.push(request.signal);
  if (request.url.endsWith("?empty")) return { status: 204, headers: { "x-from": "none" }, body: null };
  if (request.url.endsWith("?never")) return await new Promise(() => undefined);
  return {
    status: 200,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "x-from": "list",
      "set-cookie": "a=b; Path=/",
    },
    body: long,
  };
});
interface OpenedStream {
  controller: ReadableStreamDefaultController<Uint8Array>;
  pulls: number;
  cancelled: boolean;
}
const streams: OpenedStream[] = [];
const part = new Uint8Array(256 * 1024);
registerRead("/widgets/{id}/changes", async (request) => {
  signals.push(request.signal);
  if (request.url.endsWith("?late"))
    await new Promise<void>((resolve) => request.signal.addEventListener("abort", () => resolve()));
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        streams.push({ controller, pulls: 0, cancelled: false });
        if (!request.url.endsWith("?endless")) controller.enqueue(new TextEncoder().encode("data: 1\n\n"));
      },
      pull: (controller) => {
        const opened = streams.at(-1);
        if (opened !== undefined) opened.pulls += 1;
        if (request.url.endsWith("?endless")) controller.enqueue(part);
      },
      cancel: () => {
        const opened = streams.at(-1);
        if (opened !== undefined) opened.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { status: 200, headers: { "content-type": "text/event-stream; charset=utf-8" }, body };
});
/** Registered, but no route file of the build is there. */
registerRead("/elsewhere", saying("elsewhere"));

/** What handlers have thrown. */
const thrown: unknown[] = [];

async function serving(basePath: string) {
  const handler = withDirectReads(
    async ({ url }, response) => {
      response.writeHead(200, { "x-from": "framework" }).end(url);
    },
    routePaths,
    basePath,
  );
  const server = createServer((request, response) => {
    handler(request, response).catch((error: unknown) => {
      thrown.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, url: `http://127.0.0.1:${address.port}` };
}

const [plain, below] = [await serving(""), await serving("/fleet")];
afterAll(() => {
  for (const { server } of [plain, below]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  signals.length = 0;
  streams.length = 0;
  thrown.length = 0;
});

const get = (path: string, headers: Record<string, string> = {}) => sendRequest(plain.url, path, { headers });

describe("a read of a registered route", () => {
  it("is answered with status, headers and body of the route", async () => {
    const reply = await get("/api/widgets/w-1?x=1&y=%20", { cookie: "a=1; b=2" });
    expect(reply.status).toBe(201);
    expect(reply.headers).toMatchObject({ "x-from": "one", "content-length": String(reply.bytes.length) });
    expect(reply.json).toEqual({
      method: "GET",
      url: "http://localhost/api/widgets/w-1?x=1&y=%20",
      cookie: "a=1; b=2",
      params: { id: "w-1" },
    });
    expect((await get("/api/widgets/w/parts/p_2")).json).toMatchObject({
      params: { id: "w", part_id: "p_2" },
    });
    expect(await get("/api/widgets?empty")).toMatchObject({ status: 204, text: "" });
  });

  it("is answered below a base path, which the route does not see", async () => {
    const reply = await sendRequest(below.url, "/fleet/api/widgets/w-1");
    expect(reply.json).toMatchObject({ url: "http://localhost/api/widgets/w-1", params: { id: "w-1" } });
    expect((await sendRequest(below.url, "/api/widgets/w-1")).headers["x-from"]).toBe("framework");
  });

  it("is compressed for who takes gzip, and short ones are not", async () => {
    const reply = await get("/api/widgets", { "accept-encoding": "gzip, deflate, br" });
    expect(reply.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: "Accept-Encoding",
      "content-length": String(reply.bytes.length),
      "set-cookie": ["a=b; Path=/"],
    });
    expect(gunzipSync(reply.bytes).equals(long)).toBe(true);
    for (const encoding of ["identity", "gzip;q=0", "br", ""]) {
      const whole = await get("/api/widgets", { "accept-encoding": encoding });
      expect(whole.headers["content-encoding"], encoding).toBeUndefined();
      expect(whole.headers.vary).toBe("Accept-Encoding");
      expect(whole.bytes.equals(long)).toBe(true);
    }
    const short = await get("/api/widgets/w", { "accept-encoding": "gzip" });
    expect(short.headers["content-encoding"]).toBeUndefined();
  });

  it("learns that its client has left, and not that it has got its answer", async () => {
    await get("/api/widgets");
    const leaving = httpRequest(`${plain.url}/api/widgets?never`).on("error", () => undefined);
    leaving.end();
    await expect.poll(() => signals.length).toBe(2);
    leaving.destroy();
    await expect.poll(() => signals[1]?.aborted).toBe(true);
    expect(signals[1]?.reason).toMatchObject({ name: "ResponseAborted" });
    expect(signals[0]?.aborted).toBe(false);
  });
});

describe("a stream of a registered route", () => {
  const changes = `${plain.url}/api/widgets/w-1/changes`;
  /** The stream's response once its head is there. */
  const open = (query = "") =>
    new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(`${changes}${query}`, { agent: false, headers: { "accept-encoding": "gzip" } })
        .on("response", resolve)
        .on("error", reject)
        .end();
    });

  it("has its parts when they are there, as they are, and ends with it", async () => {
    const response = (await open()).setEncoding("utf8");
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "transfer-encoding": "chunked",
    });
    expect(response.headers["content-encoding"]).toBeUndefined();
    const parts: string[] = [];
    response.on("data", (text: string) => parts.push(text));
    await expect.poll(() => parts.join("")).toBe("data: 1\n\n");
    streams[0]?.controller.enqueue(new TextEncoder().encode("data: 2\n\n"));
    await expect.poll(() => parts.join("")).toBe("data: 1\n\ndata: 2\n\n");
    streams[0]?.controller.close();
    await expect.poll(() => response.complete).toBe(true);
    expect([streams[0]?.cancelled, thrown]).toEqual([false, []]);
  });

  it("is cancelled when its client leaves", async () => {
    const response = await open();
    response.destroy();
    await expect.poll(() => streams[0]?.cancelled).toBe(true);
    expect(thrown).toEqual([]);
  });

  it("waits for a client that does not read, and is cancelled when that one leaves", async () => {
    const response = await open("?endless");
    const pulls = () => streams[0]?.pulls ?? 0;
    let before = -1;
    // It stops once all buffers on the way are full.
    await expect
      .poll(
        () => {
          const stands = pulls() === before;
          before = pulls();
          return stands;
        },
        { interval: 200 },
      )
      .toBe(true);
    response.destroy();
    await expect.poll(() => streams[0]?.cancelled).toBe(true);
    expect(thrown).toEqual([]);
  });

  it("is cancelled when its client has left before it was open", async () => {
    const leaving = httpRequest(`${changes}?late`, { agent: false }).on("error", () => undefined);
    leaving.end();
    await expect.poll(() => signals.length).toBe(1);
    leaving.destroy();
    await expect.poll(() => streams[0]?.cancelled).toBe(true);
    expect(thrown).toEqual([]);
  });

  it("ends without an end when it fails, and passes the error on", async () => {
    const response = await open();
    let failure: Error | undefined;
    response.on("error", (error) => {
      failure = error;
    });
    response.resume();
    streams[0]?.controller.error(new Error("The source has failed."));
    await expect.poll(() => failure?.message).toBe("aborted");
    expect(thrown).toEqual([new Error("The source has failed.")]);
  });
});

describe("left to the framework", () => {
  it.each([
    ["a route whose file has a name that a parameter could have", "/api/widgets/last"],
    ["a route that is not registered", "/api/unread"],
    ["a route without a file at its path", "/api/elsewhere"],
    ["an unknown path", "/api/widgets/w/x"],
    ["a page", "/widgets"],
    ["an encoded path", "/api/%77idgets"],
    ["an encoded parameter", "/api/widgets/a%2Fb"],
    ["a parameter with a dot", "/api/widgets/w.rsc"],
    ["a dot segment", "/api/widgets/.."],
    ["a slash at the end", "/api/widgets/"],
    ["two slashes", "/api//widgets"],
    ["a fragment", "/api/widgets?x=1#y"],
  ])("%s", async (_, path) => {
    const reply = await get(path);
    expect(reply.headers["x-from"]).toBe("framework");
    expect(reply.text).toBe(path);
  });

  it.each(["HEAD", "POST", "OPTIONS", "DELETE"])("%s", async (method) => {
    const reply = await sendRequest(plain.url, "/api/widgets", { method });
    expect(reply.headers["x-from"]).toBe("framework");
  });
});
