// What clients hide: the answers to requests that are HTTP, but not of this API.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Operation } from "../../lib/contract/operation.ts";
import { allOperations, operations } from "../../lib/contract/operations/operations.ts";
import { fillPath } from "../../lib/contract/request.ts";
import { expectAnswer, expectErrorAnswer } from "../support/contract-assertions.ts";
import { type RawRequest, sendRawRequest } from "../support/programs/raw-http.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests();

const uuid = "3f6d1c1e-6a53-4a52-8f6f-0d8f1d0c7a11";
const pathOf = (operation: Operation) =>
  fillPath(
    operation.path,
    Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, uuid])),
  );
const patternOf = ({ path }: Operation) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Part = Partial<RawRequest>;
const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });
const send = (question: Part & Pick<RawRequest, "method" | "path">) =>
  sendRawRequest(service.url, {
    ...question,
    headers: { ...bearerHeader(service.bearer), ...question.headers },
  });
const json = { "content-type": "application/json" };

describe("authentication", () => {
  test("without a valid token every path answers 401, existing or not", async () => {
    const credentials = [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      "Bearer a-token-of-the-test",
      "Basic YTpi",
      "bearer\ttoken",
    ];
    const credentialsInUse = [`Bearer ${service.bearer} x`, `Token ${service.bearer}`, service.bearer];
    const paths = [
      "/",
      "/nothing",
      "/openapi.json",
      "/browsers/%ff",
      "/invocations/x/y/z",
      `/browsers/${"a".repeat(2000)}`,
    ];
    for (const path of paths) {
      for (const value of [...credentials, ...credentialsInUse]) {
        const headers = value === undefined ? {} : { authorization: value };
        const answer = await sendRawRequest(service.url, { method: "GET", path, headers });
        expectErrorAnswer(answer, 401);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
    for (const operation of allOperations) {
      const question = { method: operation.method, path: pathOf(operation) };
      // Its body is not read at all.
      expectErrorAnswer(await sendRawRequest(service.url, { ...question, headers: json, body: "{" }), 401);
      expectErrorAnswer(
        await sendRawRequest(service.url, { ...question, method: "PURGE", headers: {} }),
        401,
      );
    }
  });

  test("a read-only token is refused by every change before the body is read", async () => {
    for (const operation of allOperations) {
      const question = { method: operation.method, path: pathOf(operation), headOnly: true };
      const headers = bearerHeader(service.readOnlyBearer);
      if (operation.method === "GET") {
        expect((await sendRawRequest(service.url, { ...question, headers })).status).not.toBe(403);
      } else {
        expectErrorAnswer(
          await sendRawRequest(service.url, { ...question, headers: { ...headers, ...json }, body: "{" }),
          403,
        );
      }
    }
  });
});

describe("method and path", () => {
  test("an existing path answers other methods with 405 and Allow", async () => {
    for (const path of new Set(allOperations.map(pathOf))) {
      const allowed = methods.filter((method) =>
        allOperations.some((each) => each.method === method && patternOf(each).test(path)),
      );
      for (const method of [...methods, "HEAD", "OPTIONS", "TRACE", "PURGE"].filter(
        (each) => !allowed.some((known) => known === each),
      )) {
        const answer = await send({ method, path });
        // An answer to HEAD has no body; its headers are those of the others.
        if (method === "HEAD") expect(answer.status).toBe(405);
        else expectErrorAnswer(answer, 405);
        expect(answer.headers.get("allow")?.split(", ")).toEqual(allowed);
      }
    }
  });

  test.each([
    ["/", 404],
    ["/nothing", 404],
    ["//browsers", 404],
    ["/browsers/../profiles", 404],
    ["/browsers/%2e%2e", 404],
    ["/browsers/%2e%2e%2fprofiles", 404],
    ["/browsers/%00", 404],
    ["/profiles/__proto__", 404],
    ["/browser_pools/constructor", 404],
    ["/browsers/%ff", 400],
    ["/browsers/%zz", 400],
    ["/browsers/%e2%28%a1", 400],
    ["/invocations/%", 400],
    ["/browsers/", 400],
    [`/browsers/${"a".repeat(256)}`, 400],
    [`/browsers/${"a".repeat(5000)}`, 414],
    ["/invocations?limit=1&limit=2", 400],
    ["/invocations?status=failed&status=failed", 400],
    ["/invocations?app_name=%ff", 400],
    ["/invocations?app_name=%zz", 400],
    ["/invocations?limit=", 400],
    ["/invocations?limit=1e1", 400],
    ["/invocations?limit=0x10", 400],
    ["/invocations?limit=101", 400],
    ["/invocations?offset=-1", 400],
    ["/invocations?offset=99999999999999999999", 400],
    ["/invocations?since=yesterday", 400],
    ["/browsers?include_deleted=1", 400],
  ])("%s is answered with %i", async (path, status) => {
    expectErrorAnswer(await send({ method: "GET", path }), status);
  });

  test("T37 every fault of a query is reported", async () => {
    const answer = await send({ method: "GET", path: "/invocations?limit=0&offset=x&status=over&since=5d" });
    const { details } = expectErrorAnswer(answer, 400);
    expect(details?.map(({ message }) => message?.split(":")[0])).toEqual(
      expect.arrayContaining(["query.limit", "query.offset", "query.status", "query.since"]),
    );
  });
});

describe("bodies", () => {
  const jsonOperations = allOperations.filter(({ body }) => body?.kind === "json");

  test("other content types are 415 where JSON is required", async () => {
    for (const operation of jsonOperations) {
      const question = { method: operation.method, path: pathOf(operation), body: "{}" };
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/octet-stream",
        "application/jsonx",
        "application/json; charset=utf-16",
        "garbage",
        ";;;",
      ]) {
        expectErrorAnswer(await send({ ...question, headers: { "content-type": type } }), 415);
      }
      expectErrorAnswer(await send(question), 415);
      expectErrorAnswer(await send({ ...question, headers: { ...json, "content-encoding": "gzip" } }), 415);
    }
  });

  test("T36 invalid JSON, invalid UTF-8 and deep nesting are 400 for every operation", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const bodies: (string | Buffer)[] = [
      "{",
      "{'a':1}",
      '{"a":1}{"b":2}',
      '{"a":NaN}',
      "\u0000",
      "[".repeat(100_000),
      deep,
      `{"unknown":${deep}}`,
      Buffer.concat([Buffer.from('{"name":"a'), Buffer.from([0xff]), Buffer.from('"}')]),
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      '{"name":"\\ud800"}',
      "null",
      "[]",
      '"text"',
      "7",
      "true",
    ];
    for (const operation of jsonOperations) {
      for (const body of bodies) {
        const answer = await send({
          method: operation.method,
          path: pathOf(operation),
          headers: json,
          body,
        });
        const { code, details } = expectErrorAnswer(answer, 400);
        expect(code).toBe("bad_request");
        expect(details?.length).toBeGreaterThan(0);
      }
    }
  });

  test("T35 prototype keys are refused without effect", async () => {
    const body = '{"name":"of-the-prototype","__proto__":{"name":"other","polluted":1}}';
    for (const operation of jsonOperations) {
      expectErrorAnswer(
        await send({ method: operation.method, path: pathOf(operation), headers: json, body }),
        400,
      );
    }
    const constructed = '{"constructor":{"prototype":{"polluted":1}}}';
    const answer = await send({ method: "POST", path: "/profiles", headers: json, body: constructed });
    expectAnswer(operations.createProfile, answer);
    await send({ method: "GET", path: "/profiles?__proto__=1&constructor=2&__proto__[polluted]=1" });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("names that are too long or have invalid characters are 400 without effect", async () => {
    const long = "n".repeat(256);
    for (const [path, body] of [
      ["/profiles", { name: long }],
      ["/profiles", { name: "a/b" }],
      ["/profiles", { name: "a\u0000b" }],
      ["/proxies", { type: "datacenter", name: long }],
      ["/proxies", { type: "datacenter", name: "a\u0000b" }],
      ["/browser_pools", { size: 1, name: long }],
      ["/browser_pools", { size: 1, name: "with space" }],
      ["/browser_pools", { size: 101 }],
    ] as const) {
      expectErrorAnswer(await send({ method: "POST", path, headers: json, body: JSON.stringify(body) }), 400);
    }
    const names = z.array(z.looseObject({ name: z.string().nullish() }));
    for (const path of ["/proxies", "/browser_pools"]) {
      expect(names.parse(JSON.parse((await send({ method: "GET", path })).body))).toEqual([]);
    }
  });

  test("an optional body may be absent, empty or an empty object", async () => {
    for (const [headers, body] of [
      [{}, undefined],
      [json, ""],
      [json, "{}"],
      [{ "content-type": "application/json; charset=UTF-8" }, "{}"],
      [{ "content-type": "application/x-www-form-urlencoded" }, ""],
    ] as const) {
      expectAnswer(
        operations.createProfile,
        await send({ method: "POST", path: "/profiles", headers, body }),
      );
    }
  });

  test("a client that sends all of 20 MB still receives the 413", async () => {
    const body = JSON.stringify({ payload: "a".repeat(20 * 1024 * 1024) });
    for (let round = 0; round < 3; round += 1) {
      const answer = await fetch(`${service.url}/profiles`, {
        method: "POST",
        headers: { ...bearerHeader(service.bearer), ...json },
        body,
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ code: "payload_too_large" });
    }
  });
});
