// What clients hide: the answers to requests that are HTTP, but not of this API.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Operation } from "../../lib/contract/operation.ts";
import { allOperations, operations } from "../../lib/contract/operations.ts";
import { fillPath } from "../../lib/contract/request.ts";
import { ask, type Question } from "../support/raw-http.ts";
import { startWholeService, type WholeService } from "../support/whole-service.ts";
import { expectAnswer, expectError } from "../support/wire-rules.ts";

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});
afterAll(async () => {
  await service.close();
  expect(service.faults).toEqual([]);
});

const uuid = "3f6d1c1e-6a53-4a52-8f6f-0d8f1d0c7a11";
const pathOf = (operation: Operation) =>
  fillPath(
    operation.path,
    Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, uuid])),
  );
const patternOf = ({ path }: Operation) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Part = Partial<Question>;
const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
const send = (question: Part & Pick<Question, "method" | "path">) =>
  ask(service.url, { ...question, headers: { ...bearing(service.bearer), ...question.headers } });
const json = { "content-type": "application/json" };

describe("who calls", () => {
  test("without a token that is known every path answers 401, whether it exists or not", async () => {
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
        const answer = await ask(service.url, { method: "GET", path, headers });
        expectError(answer, 401);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
    for (const operation of allOperations) {
      const question = { method: operation.method, path: pathOf(operation) };
      // Not even its body is looked at.
      expectError(await ask(service.url, { ...question, headers: json, body: "{" }), 401);
      expectError(await ask(service.url, { ...question, method: "PURGE", headers: {} }), 401);
    }
  });

  test("a token that only reads is refused by everything that changes, before its body is read", async () => {
    for (const operation of allOperations) {
      const question = { method: operation.method, path: pathOf(operation), headOnly: true };
      const headers = bearing(service.readingBearer);
      if (operation.method === "GET") {
        expect((await ask(service.url, { ...question, headers })).status).not.toBe(403);
      } else {
        expectError(
          await ask(service.url, { ...question, headers: { ...headers, ...json }, body: "{" }),
          403,
        );
      }
    }
  });
});

describe("method and path", () => {
  test("a path that exists answers other methods with 405 and says which it has", async () => {
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
        else expectError(answer, 405);
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
    expectError(await send({ method: "GET", path }), status);
  });

  test("T37 every fault of a query is named", async () => {
    const answer = await send({ method: "GET", path: "/invocations?limit=0&offset=x&status=over&since=5d" });
    const { details } = expectError(answer, 400);
    expect(details?.map(({ message }) => message?.split(":")[0])).toEqual(
      expect.arrayContaining(["query.limit", "query.offset", "query.status", "query.since"]),
    );
  });
});

describe("bodies", () => {
  const jsonOperations = allOperations.filter(({ body }) => body?.kind === "json");

  test("anything but JSON is 415 where JSON is due", async () => {
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
        expectError(await send({ ...question, headers: { "content-type": type } }), 415);
      }
      expectError(await send(question), 415);
      expectError(await send({ ...question, headers: { ...json, "content-encoding": "gzip" } }), 415);
    }
  });

  test("T36 what is no JSON, no UTF-8 or too deep is 400, whatever it is sent to", async () => {
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
        const { code, details } = expectError(answer, 400);
        expect(code).toBe("bad_request");
        expect(details?.length).toBeGreaterThan(0);
      }
    }
  });

  test("T35 a key that reaches for the prototype is refused and reaches nothing", async () => {
    const body = '{"name":"of-the-prototype","__proto__":{"name":"other","polluted":1}}';
    for (const operation of jsonOperations) {
      expectError(
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

  test("names that are too long or of the wrong characters are 400 and made nowhere", async () => {
    const long = "n".repeat(256);
    for (const [path, body] of [
      ["/profiles", { name: long }],
      ["/profiles", { name: "a/b" }],
      ["/profiles", { name: "a\u0000b" }],
      ["/proxies", { type: "datacenter", name: long }],
      ["/browser_pools", { size: 1, name: long }],
      ["/browser_pools", { size: 1, name: "with space" }],
      ["/browser_pools", { size: 101 }],
    ] as const) {
      expectError(await send({ method: "POST", path, headers: json, body: JSON.stringify(body) }), 400);
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

  test("whoever sends all of 20 MB reads the 413 all the same", async () => {
    const body = JSON.stringify({ payload: "a".repeat(20 * 1024 * 1024) });
    for (let round = 0; round < 3; round += 1) {
      const answer = await fetch(`${service.url}/profiles`, {
        method: "POST",
        headers: { ...bearing(service.bearer), ...json },
        body,
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ code: "payload_too_large" });
    }
  });
});
