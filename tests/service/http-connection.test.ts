// What clients hide further down: bytes that are no request, requests that do not end, many of them at once.
import { describe, expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { expectAnswer, expectErrorAnswer } from "../support/contract-assertions.ts";
import { exchange, openConnection, readAnswers, sendBeforeReading } from "../support/programs/raw-http.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { waitUntil } from "../support/wait-until.ts";

/** With much time for the rest of a request that was answered. */
const service = await fullServiceForTests({ connectionTimeouts: { lingerMs: 60_000 } });
/** The same with little time for that. */
const shortLingerService = await fullServiceForTests({ connectionTimeouts: { lingerMs: 500 } });
/** The same with little time for a head, and for a body that is no upload. */
const shortHeadService = await fullServiceForTests({
  connectionTimeouts: { headMs: 1_000, requestMs: 1_000 },
});

const profilesNow = async () => (await exchange(service.url, text("GET /profiles HTTP/1.1")))[0]?.body;

/** A request as text, with the token and an end to the connection. */
function text(first: string, headers: readonly string[] = [], body = ""): string {
  const all = [
    first,
    "Host: service",
    `Authorization: Bearer ${service.bearer}`,
    "Connection: close",
    ...headers,
  ];
  return `${all.join("\r\n")}\r\n\r\n${body}`;
}

async function one(bytes: string | Buffer) {
  const answers = await exchange(service.url, bytes);
  expect(answers).toHaveLength(1);
  return answers[0] ?? { status: 0, headers: new Map<string, string>(), body: "" };
}

describe("connection level", () => {
  test.each([
    ["a line without sense", "GARBAGE\r\n\r\n", 400],
    ["a TLS hello", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["an unknown method", "FETCH /invocations HTTP/1.1\r\nHost: service\r\n\r\n", 400],
    ["an unknown version", "GET /invocations HTTP/7.1\r\nHost: service\r\n\r\n", 400],
    ["a header without a name", "GET /invocations HTTP/1.1\r\nHost: service\r\n: x\r\n\r\n", 400],
    ["no host", "GET /invocations HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["two hosts", "GET /invocations HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400],
    ["CONNECT", "CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: service\r\n\r\n", 405],
    ["a head of 100 kB", `GET / HTTP/1.1\r\nHost: service\r\nX: ${"a".repeat(100_000)}\r\n\r\n`, 431],
  ])("%s", async (_, bytes, status) => {
    expectErrorAnswer(await one(bytes), status);
  });

  test.each([
    ["an absolute target", "GET http://elsewhere.test/invocations HTTP/1.1", [], "", 400],
    ["the star", "OPTIONS * HTTP/1.1", [], "", 400],
    ["a fragment", "GET /invocations#limit=1 HTTP/1.1", [], "", 400],
    ["two tokens", "GET /invocations HTTP/1.1", ["Authorization: Bearer other"], "", 400],
    ["two lengths", "POST /profiles HTTP/1.1", ["Content-Length: 2", "Content-Length: 3"], "{}", 400],
    [
      "length and chunks",
      "POST /profiles HTTP/1.1",
      ["Content-Length: 2", "Transfer-Encoding: chunked"],
      "0\r\n\r\n",
      400,
    ],
    [
      "a chunk without a size",
      "POST /profiles HTTP/1.1",
      ["Content-Type: application/json", "Transfer-Encoding: chunked"],
      "zz\r\n{}\r\n",
      400,
    ],
    ["an expectation", "POST /profiles HTTP/1.1", ["Expect: tea", "Content-Length: 0"], "", 417],
  ] as const)("%s", async (_, first, headers, body, status) => {
    expectErrorAnswer(await one(text(first, headers, body)), status);
  });

  test("an unknown upgrade is ignored", async () => {
    const answer = await one(text("GET /profiles HTTP/1.1", ["Upgrade: h2c", "HTTP2-Settings: AA"]));
    expectAnswer(operations.listProfiles, answer);
  });

  test("a truncated body changes nothing, and the service continues", async () => {
    const before = await profilesNow();
    for (const end of ["end", "resetAndDestroy"] as const) {
      const line = openConnection(service.url);
      const headers = ["Content-Type: application/json", "Content-Length: 40"];
      await new Promise<void>((resolve) => {
        line.socket.write(text("POST /profiles HTTP/1.1", headers, '{"name":"half"}'), () => resolve());
      });
      line.socket[end]();
      for (const answer of readAnswers(await line.closed)) expectErrorAnswer(answer, 400);
    }
    expect(await profilesNow()).toBe(before);
  });

  test("20 MB are refused by content-length, or without it at the limit", async () => {
    const announced = openConnection(shortLingerService.url);
    announced.socket.write(
      text(
        "POST /profiles HTTP/1.1",
        ["Content-Type: application/json", `Content-Length: ${20 * 1024 * 1024}`],
        '{"',
      ),
    );
    const [answer] = readAnswers(await announced.closed);
    if (!answer) throw new Error("no answer");
    expectErrorAnswer(answer, 413);

    const chunk = "a".repeat(64 * 1024);
    const counted = openConnection(shortLingerService.url);
    counted.socket.write(
      text("POST /profiles HTTP/1.1", ["Content-Type: application/json", "Transfer-Encoding: chunked"]),
    );
    let sentBytes = 0;
    const pump = () => {
      while (sentBytes < 64 * 1024 * 1024 && !counted.socket.destroyed && counted.received() === "") {
        sentBytes += chunk.length;
        if (!counted.socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)) break;
      }
    };
    counted.socket.on("drain", pump);
    pump();
    const [late] = readAnswers(await counted.closed);
    if (!late) throw new Error("no answer");
    expectErrorAnswer(late, 413);
    expect(sentBytes).toBeLessThan(20 * 1024 * 1024);
  });

  test("an upload of 130 MB gets its 413 also by a client that sends all of it first", async () => {
    const line = openConnection(service.url);
    const headers = ["Content-Type: multipart/form-data; boundary=x", `Content-Length: ${130 * 1024 * 1024}`];
    await sendBeforeReading(line, text("POST /extensions HTTP/1.1", headers), 130);
    const [answer] = readAnswers(await line.closed);
    if (!answer) throw new Error("no answer");
    expectErrorAnswer(answer, 413);
  });

  test("a response before the end of its request is delivered, and the connection continues", async () => {
    const head = `Host: service\r\nAuthorization: Bearer ${service.bearer}\r\n`;
    for (let round = 0; round < 20; round += 1) {
      const line = openConnection(service.url);
      const length = 7 * 1024 * 1024;
      line.socket.write(
        `POST /profiles HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
      );
      await new Promise<void>((resolve) => line.socket.write("a".repeat(length), () => resolve()));
      line.socket.write(text("GET /profiles HTTP/1.1"));
      const answers = readAnswers(await line.closed);
      expect(answers.map(({ status }) => status)).toEqual([413, 200]);
    }
  });

  test("pipelined requests are answered in order, and later ones separately", async () => {
    const head = `Host: service\r\nAuthorization: Bearer ${service.bearer}\r\n`;
    const line = openConnection(service.url);
    line.socket.write(
      [
        `GET /profiles?limit=3 HTTP/1.1\r\n${head}\r\n`,
        `GET /nothing HTTP/1.1\r\n${head}\r\n`,
        `POST /profiles HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`,
        `GET /profiles?limit=4 HTTP/1.1\r\n${head}\r\n`,
      ].join(""),
    );
    await waitUntil("four are answered", () => line.received().split("HTTP/1.1 ").length === 5);
    line.socket.write("GARBAGE\r\n\r\n");
    const answers = readAnswers(await line.closed);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 201, 200, 400]);
    expect(answers[0]?.headers.get("x-limit")).toBe("3");
    expect(answers[3]?.headers.get("x-limit")).toBe("4");
  });

  test("T43 200 clients that send a byte at a time delay nobody", async () => {
    const slow = Array.from({ length: 200 }, () => openConnection(service.url, 150_000));
    await waitUntil("all are connected", () => slow.every(({ socket }) => !socket.connecting));
    for (const [at, { socket }] of slow.entries()) {
      const post = ["Content-Type: application/json", "Content-Length: 5000"];
      socket.write(
        at % 2 === 0 ? "GET /profiles HTTP/1.1\r\nHo" : text("POST /profiles HTTP/1.1", post, "{"),
      );
    }
    for (let round = 0; round < 20; round += 1) {
      for (const { socket } of slow) socket.write("a");
      expectAnswer(operations.listProfiles, await one(text("GET /profiles HTTP/1.1")));
    }
    for (const { socket } of slow) socket.destroy();
  });

  test("T43 a request head that never ends times out", async () => {
    const slowClient = openConnection(shortHeadService.url);
    slowClient.socket.write("GET /profiles HTTP/1.1\r\nHost: service\r\nX: ");
    const [answer] = readAnswers(await slowClient.closed);
    if (!answer) throw new Error("no answer");
    expectErrorAnswer(answer, 408);
  });

  test("T43 a body that never ends times out, and an upload takes longer", async () => {
    const begin = (first: string, type: string) => {
      const line = openConnection(shortHeadService.url);
      line.socket.write(
        `${first}\r\nHost: service\r\nAuthorization: Bearer ${shortHeadService.bearer}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n{`,
      );
      return line;
    };
    const upload = begin("POST /deployments HTTP/1.1", "multipart/form-data; boundary=x");
    for (const path of ["/profiles", "/nothing"]) {
      const [answer] = readAnswers(await begin(`POST ${path} HTTP/1.1`, "application/json").closed);
      expect(answer?.status).toBe(path === "/profiles" ? 408 : 404);
    }
    expect([upload.received(), upload.socket.closed]).toEqual(["", false]);
    upload.socket.destroy();
  });

  test("T43 a request whose rest comes after the answer that it is late is not carried out", async () => {
    const line = openConnection(shortHeadService.url);
    const [begun, rest] = ['{"name":"', 'late"}'];
    line.socket.write(
      `POST /profiles HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${shortHeadService.bearer}\r\nContent-Type: application/json\r\nContent-Length: ${begun.length + rest.length}\r\n\r\n${begun}`,
    );
    line.socket.once("data", () => line.socket.write(rest));
    expect(readAnswers(await line.closed).map(({ status }) => status)).toEqual([408]);
    const headers = { authorization: `Bearer ${shortHeadService.bearer}` };
    expect(await (await fetch(`${shortHeadService.url}/profiles`, { headers })).json()).toEqual([]);
  });
});
