// Uploads pass through the dashboard without being held, and nothing that is not whole and well formed reaches an end.
import { readFileSync } from "node:fs";
import {
  Agent,
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
} from "node:http";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { extensionParts } from "../../lib/bff/extension-upload.ts";
import { startDashboard, type Visitor } from "../support/dashboard/dashboard.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { waitUntil } from "../support/wait-until.ts";

const token = "upload-tests-token-1";
const boundary = "----of-the-tests";
const mebibyte = 1024 * 1024;
const path = "/api/browsers/session1/extensions";

interface ReceivedUpload {
  headers: IncomingHttpHeaders;
  bytes: number;
  /** Undefined while it arrives. */
  end: "whole" | "cut off" | undefined;
}
const receivedUploads: ReceivedUpload[] = [];
let answer: { status: number; body: string } = { status: 201, body: "" };

const upstream = createServer((request, response) => {
  // Only uploads are tested here.
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "application/json" }).end("[]");
    return;
  }
  const receivedUpload: ReceivedUpload = { headers: request.headers, bytes: 0, end: undefined };
  receivedUploads.push(receivedUpload);
  request.on("data", (part: Buffer) => {
    receivedUpload.bytes += part.length;
  });
  request.on("end", () => {
    receivedUpload.end = "whole";
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  request.on("close", () => {
    receivedUpload.end ??= "cut off";
  });
});

const { url: apiBaseUrl, close } = await listenOnFreePort(upstream);
// The recorder would add to the memory in use.
const dashboard = await startDashboard({ apiBaseUrl, token, variables: { RECORDER: "off" } });
const admin = await dashboard.admin();
afterAll(async () => {
  await dashboard.stop();
  await close();
});
beforeEach(async () => {
  // An upload that an earlier test saw refused has arrived by the time this is answered.
  await admin.get("/api/browsers");
  receivedUploads.length = 0;
  answer = { status: 201, body: "" };
});

const nameHead = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.name}"\r\n\r\n${name}\r\n`;
const zipHead = `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.zip}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`;
const end = `--${boundary}--\r\n`;

/** The pieces of an upload with an archive of that many bytes under each name. */
function* pieces(names: readonly string[], zipBytes: number): Generator<Buffer> {
  for (const name of names) {
    yield Buffer.from(`${nameHead(name)}${zipHead}PK\x03\x04`, "latin1");
    for (let left = zipBytes - 4; left > 0; left -= mebibyte) yield Buffer.alloc(Math.min(left, mebibyte), 7);
    yield Buffer.from("\r\n");
  }
  yield Buffer.from(end);
}

const problem = z.object({ code: z.string() });

interface UploadSendOptions {
  visitor?: Visitor;
  headers?: Record<string, string>;
  /** Breaks the connection off behind this many pieces. */
  disconnectAfterBytes?: number;
}

/** Until more can be written, or nothing can any more. */
function taken(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      request.off("drain", go).off("close", go);
      resolve();
    };
    request.on("drain", go).on("close", go);
  });
}

/** Sends pieces as they come, waiting for each to be taken; answers "broken off" when there was no answer. */
function send(
  body: Iterable<Buffer>,
  { visitor = admin, headers = {}, disconnectAfterBytes }: UploadSendOptions = {},
): Promise<{ status: number; code: string | undefined } | "broken off"> {
  const { hostname, port } = new URL(dashboard.url);
  return new Promise((resolve) => {
    const request = httpRequest({
      host: hostname,
      port,
      path,
      method: "POST",
      // A refused upload leaves its connection in the middle of a body: the next one must not get it. As browsers do, it
      // stays open: a server that closes a connection on which something still arrives resets it, and its answer is lost.
      agent: new Agent({ keepAlive: true }),
      headers: {
        cookie: visitor.cookieHeader(),
        origin: dashboard.url,
        "content-type": `multipart/form-data; boundary=${boundary}`,
        ...headers,
      },
    });
    let answered = false;
    request.on("response", (response) => {
      answered = true;
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("close", () => resolve("broken off"));
      response.on("end", () => {
        const text = Buffer.concat(parts).toString();
        const code = text === "" ? undefined : problem.parse(JSON.parse(text)).code;
        resolve({ status: response.statusCode ?? 0, code });
        request.destroy();
      });
    });
    request.on("error", () => (answered ? undefined : resolve("broken off")));
    void (async () => {
      let sent = 0;
      for (const piece of body) {
        if (answered || request.destroyed) return;
        if (!request.write(piece)) await taken(request);
        sent += 1;
        if (sent === disconnectAfterBytes) {
          // What was written has to arrive before the end does.
          await waitUntil("something arrived", () => receivedUploads.some(({ bytes }) => bytes > 0));
          request.destroy();
          return;
        }
      }
      request.end();
    })();
  });
}

/** The newest rows of the audit for uploads. */
async function auditRows() {
  const reply = await admin.get("/api/audit?action=uploadBrowserExtensions&limit=2");
  const row = z.object({ phase: z.string(), target: z.string(), status: z.number().nullable() });
  return row.array().parse(reply.json);
}

describe("T39 an upload that is sent twice", () => {
  const body = Buffer.concat([...pieces(["twice"], mebibyte)]);
  const sendWith = (key: string, bytes = body) =>
    send([bytes], { headers: { "content-length": String(bytes.length), "idempotency-key": key } });

  it("is forwarded once, at the same time and afterwards", async () => {
    const key = crypto.randomUUID();
    const done = { status: 201, code: undefined };
    expect(await Promise.all([sendWith(key), sendWith(key)])).toEqual([done, done]);
    expect(await sendWith(key)).toEqual(done);
    expect(receivedUploads).toHaveLength(1);
    expect(await sendWith(crypto.randomUUID())).toEqual(done);
    expect(receivedUploads).toHaveLength(2);
  });

  it("gets its failure again, and another one is refused with its key", async () => {
    const key = crypto.randomUUID();
    answer = { status: 404, body: '{"code":"not_found","message":"no"}' };
    const failed = { status: 404, code: "not_found" };
    expect(await sendWith(key)).toEqual(failed);
    answer = { status: 201, body: "" };
    expect(await sendWith(key)).toEqual(failed);
    const larger = Buffer.concat([...pieces(["twice"], 2 * mebibyte)]);
    expect(await sendWith(key, larger)).toEqual({ status: 422, code: "idempotency_key_reused" });
    expect(receivedUploads).toHaveLength(1);
  });
});

describe("an upload", () => {
  it("is forwarded unchanged with its length, and its names are audited", async () => {
    const body = Buffer.concat([...pieces(["one", "two"], 3 * mebibyte)]);
    const reply = await send([body], { headers: { "content-length": String(body.length) } });
    expect(reply).toEqual({ status: 201, code: undefined });
    expect(receivedUploads).toHaveLength(1);
    expect(receivedUploads[0]).toMatchObject({ bytes: body.length, end: "whole" });
    expect(receivedUploads[0]?.headers).toMatchObject({
      "content-length": String(body.length),
      "content-type": `multipart/form-data; boundary=${boundary}`,
      authorization: `Bearer ${token}`,
    });
    expect(receivedUploads[0]?.headers.cookie).toBeUndefined();
    expect(await auditRows()).toEqual([
      { phase: "answered", target: "session1 one two", status: 201 },
      { phase: "intended", target: "session1", status: null },
    ]);
  });

  it("of nearly a hundred megabytes is not buffered in memory (T32)", async () => {
    const residentBytes = () => {
      const status = readFileSync(`/proc/${dashboard.child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    };
    await send(pieces(["warm"], 8 * mebibyte));
    const before = residentBytes();
    let peak = before;
    function* measured() {
      for (const piece of pieces(["one", "two"], 49 * mebibyte)) {
        peak = Math.max(peak, residentBytes());
        yield piece;
      }
    }
    expect(await send(measured())).toEqual({ status: 201, code: undefined });
    expect(receivedUploads.at(-1)).toMatchObject({ end: "whole" });
    expect(receivedUploads.at(-1)?.bytes).toBeGreaterThan(98 * mebibyte);
    // Buffered it would be all of them, and V8 frees passed pieces only after each 64 MiB of them.
    expect(Math.round((peak - before) / mebibyte)).toBeLessThan(90);
  });

  it("that declares too large a size is refused before anything is forwarded (T32)", async () => {
    const reply = await send([Buffer.from("--")], { headers: { "content-length": String(101 * mebibyte) } });
    expect(reply).toEqual({ status: 413, code: "body_too_large" });
    expect(receivedUploads).toEqual([]);
  });

  it("with an archive that exceeds the limit is aborted upstream (T32)", async () => {
    expect(await send(pieces(["big"], 51 * mebibyte))).toMatchObject({ status: 413 });
    await waitUntil("it ended upstream", () => receivedUploads[0]?.end !== undefined);
    expect(receivedUploads[0]?.end).toBe("cut off");
  });

  it.each([
    ["with a length that lies", { "content-length": String(20 * mebibyte) }],
    ["of unknown length", {}],
  ])("%s that stops half-way never is whole upstream, and says so in the audit (T32)", async (_, headers) => {
    expect(await send(pieces(["half"], 10 * mebibyte), { headers, disconnectAfterBytes: 4 })).toBe(
      "broken off",
    );
    await waitUntil("it ended upstream", () => receivedUploads[0]?.end !== undefined);
    expect(receivedUploads[0]?.end).toBe("cut off");
    await expect.poll(async () => (await auditRows())[0]?.phase).toBe("answered");
    expect([400, 499]).toContain((await auditRows())[0]?.status);
  });

  it.each([
    ["no closing boundary", `${nameHead("a")}${zipHead}PK\x03\x04\r\n`],
    ["a name without an archive", `${nameHead("a")}${end}`],
    [
      "the same name twice",
      `${nameHead("a")}${zipHead}PK\x03\x04\r\n${nameHead("a")}${zipHead}PK\x03\x04\r\n${end}`,
    ],
    ["a name outside of the pattern", `${nameHead("../a")}${zipHead}PK\x03\x04\r\n${end}`],
    ["a megabyte of head", `--${boundary}\r\n${"x".repeat(mebibyte)}`],
    ["ten thousand parts", nameHead("a").repeat(10_000)],
  ])("with %s is refused and never whole upstream (T34)", async (_, body) => {
    const bytes = Buffer.from(body, "latin1");
    const refused = { status: 400, code: "bad_request" };
    expect(await send([bytes])).toEqual(refused);
    const declared = { headers: { "content-length": String(bytes.length) } };
    expect(await send([bytes], declared), "with its length declared").toEqual(refused);
    await waitUntil("all ended upstream", () =>
      receivedUploads.every((receivedUpload) => receivedUpload.end !== undefined),
    );
    expect(receivedUploads.filter((receivedUpload) => receivedUpload.end === "whole")).toEqual([]);
  });

  it("from another origin, a viewer, or of another type sends nothing upstream (T11)", async () => {
    const body = () => pieces(["a"], 10);
    expect(await send(body(), { headers: { origin: "https://evil.example" } })).toMatchObject({
      status: 403,
    });
    expect(await send(body(), { visitor: await dashboard.signedIn("viewer") })).toMatchObject({
      status: 403,
    });
    expect(await send(body(), { headers: { "content-type": "application/json" } })).toMatchObject({
      status: 415,
    });
    expect(receivedUploads).toEqual([]);
  });

  it("that the API refuses returns its message, once", async () => {
    answer = { status: 400, body: JSON.stringify({ code: "bad_request", message: "no manifest" }) };
    expect(await send(pieces(["a"], 10))).toEqual({ status: 400, code: "bad_request" });
    answer = { status: 500, body: "" };
    expect(await send(pieces(["a"], 10))).toEqual({ status: 502, code: "upstream_error" });
    expect(receivedUploads).toHaveLength(2);
  });
});

it("invalid paths never reach the API, valid ones are audited (T38)", async () => {
  for (const wrong of ["/a/../b", "a", "/a//b", "/a\0"]) {
    for (const body of [
      { src_path: wrong, dest_path: "/ok" },
      { src_path: "/ok", dest_path: wrong },
    ]) {
      expect((await admin.send("PUT", "/api/browsers/s1/fs/move", body)).status, wrong).toBe(400);
    }
    const query = `?path=${encodeURIComponent(wrong)}`;
    for (const name of ["list_files", "file_info", "read_file"]) {
      expect((await admin.get(`/api/browsers/s1/fs/${name}${query}`)).status, wrong).toBe(400);
    }
  }
  expect(receivedUploads).toEqual([]);
  answer = { status: 200, body: "" };
  const moved = { src_path: "/tmp/a", dest_path: "/tmp/b → c" };
  expect((await admin.send("PUT", "/api/browsers/s1/fs/move", moved)).status).toBe(200);
  const reply = await admin.get("/api/audit?action=moveFile&limit=2");
  const targets = z.object({ target: z.string() }).array().parse(reply.json);
  expect(targets.map(({ target }) => target)).toEqual(Array(2).fill('s1 /tmp/a → "/tmp/b → c"'));
});
