import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openConnection } from "../../tests/support/programs/raw-http.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { isUnfinished, respondEarly } from "../http/early-response.ts";
import { Problem } from "../kernel/problem.ts";
import { receiveUpload, type UploadedFile, type UploadLimits } from "./receive-upload.ts";

const limits: UploadLimits = {
  maxParts: 20,
  maxFileBytes: 8_000_000,
  maxTotalBytes: 9_000_000,
  maxFieldBytes: 1024,
};

let dir: string;
let app: FastifyInstance;
let url: string;
let seen: { name: string; value?: string; bytes?: Buffer; mode?: number }[];
let faults: unknown[];
let idleMs: number;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "fd-receive-"));
  [seen, faults, idleMs] = [[], [], 60_000];
  app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.post("/", async (request, reply) => {
    try {
      const upload = await receiveUpload(request, { dir: join(dir, "uploads"), limits, idleMs });
      for (const part of upload.parts) {
        seen.push(part.kind === "field" ? { name: part.name, value: part.value } : await contentOf(part));
      }
      await upload.discard();
      await upload.discard();
      return reply.code(201).send();
    } catch (error) {
      faults.push(error);
      if (error instanceof Problem && isUnfinished(request.raw)) {
        reply.hijack();
        return respondEarly(request.raw, reply.raw, error, 60_000);
      }
      const status = error instanceof Problem ? error.status : 500;
      return reply.code(status).send(error instanceof Error ? error.message : "");
    }
  });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

async function contentOf(part: UploadedFile) {
  const { mode } = await stat(part.path);
  return { name: part.name, bytes: await readFile(part.path), mode: mode & 0o777 };
}

const leftovers = () => readdir(join(dir, "uploads")).catch(() => []);
const post = (body: FormData | string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers });
const multipart = { "content-type": "multipart/form-data; boundary=b" };
const part = (rest: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${rest}\r\n\r\n${content}\r\n`;

/** Sends raw bytes and returns the response until the connection ends. */
async function raw(head: string, body: Iterable<Buffer | string>, hangUp: boolean): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString();
  });
  socket.on("error", () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
  for (const piece of body) socket.write(piece);
  if (hangUp) {
    socket.destroySoon();
    await once(socket, "close");
  } else {
    await waitUntil("the answer is there", () => answer.includes("\r\n\r\n"));
    socket.destroy();
  }
  return answer;
}

describe("an upload", () => {
  test("arrives byte for byte: fields as text, files private; discard removes everything", async () => {
    const content = randomBytes(3_000_000);
    const form = new FormData();
    form.append("näme", "välue");
    form.append("file", new Blob([content]), "a.bin");
    form.append("empty", new Blob([]), "");
    expect((await post(form)).status).toBe(201);
    expect(seen).toEqual([
      { name: "näme", value: "välue" },
      { name: "file", bytes: content, mode: 0o600 },
      { name: "empty", bytes: Buffer.alloc(0), mode: 0o600 },
    ]);
    expect(await leftovers()).toEqual([]);
  });

  test("of another type, or without a boundary, is answered with 400", async () => {
    expect((await post("{}", { "content-type": "application/json" })).status).toBe(400);
    expect((await post("x", { "content-type": "application/octet-stream" })).status).toBe(400);
    expect((await post("x", { "content-type": "multipart/form-data" })).status).toBe(400);
    expect((await post("x", { "content-type": "multipart/form-data; boundary=a; boundary=b" })).status).toBe(
      400,
    );
    expect(await leftovers()).toEqual([]);
  });

  test("T34 malformed, with too many parts or too large a field: 4xx with the reason, and the connection stays open", async () => {
    const cases: [string, number, string][] = [
      [part("name=a", "x"), 400, "closing boundary"],
      [part("name=a; filename=f", "x".repeat(100_000)), 400, "closing boundary"],
      ["", 400, "closing boundary"],
      [part("name=a", "x").replaceAll("--b", "--other"), 400, "closing boundary"],
      [`${part("filename=f", "x")}--b--`, 400, "a part has no name"],
      [
        `--b\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--`,
        400,
        "send it as it is",
      ],
      [
        `${part("name=a; filename=f", "x".repeat(8_000_001))}--b--`,
        413,
        '"a" is a file of more than 8000000',
      ],
      [`${part("name=a", "x").repeat(10_000)}--b--`, 413, "more than 20 parts"],
      [`${part("name=a", "x".repeat(1_025))}--b--`, 400, '"a" is a field of more than 1024 bytes'],
    ];
    for (const [body, status, message] of cases) {
      const answer = await post(body, multipart);
      expect(await answer.text()).toContain(message);
      expect(answer.status).toBe(status);
      expect(await leftovers()).toEqual([]);
    }
  });

  test("T34 has no part that is unreadable: without a name for it, or with a header of 1 MB", async () => {
    const unreadable = [
      "--b\r\n\r\nx\r\n",
      part("name=a", "x").replace("form-data", "attachment"),
      `--b\r\nX: ${"x".repeat(1_000_000)}\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n`,
    ];
    const answer = await post(`${unreadable.join("")}${part("name=b", "y")}--b--`, multipart);
    expect(answer.status).toBe(201);
    expect(seen).toEqual([{ name: "b", value: "y" }]);
  });

  test("has names as clients escape them, and fields that are valid UTF-8", async () => {
    const parts = [
      part(String.raw`name="a\"b\\c"`, "1"),
      part("name=plain", "2").replaceAll("Content-Disposition", "content-DISPOSITION"),
      part('name="naïve;"', "3"),
    ];
    expect((await post(`${parts.join("")}--b--`, multipart)).status).toBe(201);
    expect(seen).toEqual([
      { name: String.raw`a"b\c`, value: "1" },
      { name: "plain", value: "2" },
      { name: "naïve;", value: "3" },
    ]);
    const latin1 = new Blob([
      `--b\r\nContent-Disposition: form-data; name=a\r\n\r\n`,
      Buffer.of(0xff),
      "\r\n--b--",
    ]);
    const answer = await fetch(url, { method: "POST", body: latin1, headers: multipart });
    expect([answer.status, await answer.text()]).toEqual([400, '"a" is a field that is not valid UTF-8']);
  });

  test("T32 too large is answered with 413, at once if declared, otherwise as soon as the limit is exceeded", async () => {
    const declared = await raw(
      `Content-Type: ${multipart["content-type"]}\r\nContent-Length: 99000000`,
      ["--b"],
      false,
    );
    expect(declared).toContain("413");
    const content = "x".repeat(1_000_000);
    const start = `--b\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n`;
    const chunked = ["Content-Type: multipart/form-data; boundary=b", "Transfer-Encoding: chunked"].join(
      "\r\n",
    );
    const inChunks = function* () {
      for (const piece of [start, ...Array.from({ length: 12 }, () => content)]) {
        yield `${piece.length.toString(16)}\r\n${piece}\r\n`;
      }
    };
    expect(await raw(chunked, inChunks(), false)).toContain("413");
    expect(await leftovers()).toEqual([]);
  });

  test("T32 of many files, none of which is too large, is answered with 413 when the total is too large", async () => {
    const part = (at: number) =>
      `${at === 0 ? "" : "\r\n"}--b\r\nContent-Disposition: form-data; name=f${at}; filename=f\r\n\r\n${"x".repeat(1_000_000)}`;
    const inChunks = function* () {
      for (let at = 0; at < 10; at += 1) yield `${part(at).length.toString(16)}\r\n${part(at)}\r\n`;
      yield "7\r\n\r\n--b--\r\n0\r\n\r\n";
    };
    const head = ["Content-Type: multipart/form-data; boundary=b", "Transfer-Encoding: chunked"].join("\r\n");
    expect(await raw(head, inChunks(), false)).toContain("413");
    expect(await leftovers()).toEqual([]);
  });

  test("of which no more arrives for a while is answered with 408, and the connection stays open", async () => {
    idleMs = 50;
    const line = openConnection(url);
    const body = `${part("name=f; filename=f", "x".repeat(100_000))}--b--`;
    const length = `Content-Length: ${body.length}`;
    const head = ["POST / HTTP/1.1", "Host: x", `Content-Type: ${multipart["content-type"]}`, length];
    line.socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 70_000)}`);
    await expect.poll(() => line.received().includes("nothing arrived for") || line.socket.closed).toBe(true);
    expect(await leftovers()).toEqual([]);
    idleMs = 60_000;
    line.socket.write(body.slice(70_000));
    line.socket.write(`${[...head, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
    expect(await line.closed).toMatch(/^HTTP\/1\.1 408 [\s\S]*HTTP\/1\.1 201 /);
    expect(seen).toHaveLength(1);
  });

  test("T32 aborted by the client leaves nothing behind", async () => {
    const head = `Content-Type: ${multipart["content-type"]}\r\nContent-Length: 1000000`;
    await raw(
      head,
      ["--b\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n", "x".repeat(500_000)],
      true,
    );
    await waitUntil("the upload is given up", () => faults.length > 0);
    expect(faults[0]).toMatchObject({ status: 400 });
    expect(await leftovers()).toEqual([]);
  });
});
