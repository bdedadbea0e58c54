import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { valuesOf } from "../../tests/support/schema-arbitrary.ts";
import { errorBody } from "./error.ts";
import type { Answer, Operation } from "./operation.ts";
import { openApiDocument } from "./operations/openapi.ts";
import { allOperations, operations } from "./operations/operations.ts";
import { pagingHeaders, pagingOf, readPaging } from "./paging.ts";
import { decodeQuery, encodeQuery, fillPath, InvalidInput, toRequest } from "./request.ts";
import { strict, timestamp } from "./schema.ts";

/** The operations of the specification, in its order. */
const shown = [
  "POST /browsers/{id}/extensions",
  "POST /invocations",
  "GET /invocations",
  "GET /browsers/{id}/logs/stream",
  "GET /invocations/{id}/browsers",
  "POST /browsers/{id}/replays/{replay_id}/stop",
  "POST /proxies/{id}/check",
  "GET /browsers/{id}/process/{process_id}/status",
  "GET /browser_pools",
  "PUT /browsers/{id}/fs/move",
  "GET /profiles/{id_or_name}/download",
];

const schemaOf = (answer: Answer): z.ZodMiniType | undefined =>
  answer.kind === "json"
    ? answer.schema
    : answer.kind === "list" || answer.kind === "events"
      ? answer.item
      : undefined;

const answerSchemas = allOperations.flatMap((operation) =>
  Object.entries(operation.answers).flatMap(([status, answer]) => {
    const schema = answer && schemaOf(answer);
    return schema ? [{ name: `${operation.id} ${status}`, schema }] : [];
  }),
);

describe("operations", () => {
  it("marks exactly the eleven operations of the specification as shown", () => {
    const found = allOperations
      .filter((operation) => operation.shown)
      .map(({ method, path }) => `${method} ${path}`);
    expect([...found].sort()).toEqual([...shown].sort());
  });

  it("has unique ids, methods and paths, and a schema for each path parameter", () => {
    for (const [key, operation] of Object.entries<Operation>(operations)) {
      expect(operation.id).toBe(key);
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(operation.params.shape).sort()).toEqual(inPath.sort());
    }
    const lines = allOperations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(lines).size).toBe(lines.length);
  });
});

describe("reading and writing", () => {
  it.each([...answerSchemas, { name: "Error", schema: errorBody }])(
    "$name: reading and writing preserve a generated value",
    ({ schema }) => {
      fc.assert(
        fc.property(valuesOf(schema), (value) => {
          const wire: unknown = JSON.parse(JSON.stringify(value));
          expect(schema.parse(wire)).toEqual(wire);
          expect(strict(schema).parse(wire)).toEqual(wire);
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(answerSchemas)("$name: reading preserves unknown keys, writing refuses them", ({ schema }) => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const wire = { ...JSON.parse(JSON.stringify(value)), later_field: { a: 1 } };
        expect(schema.parse(wire)).toEqual(wire);
        expect(strict(schema).safeParse(wire).success).toBe(false);
      }),
      { numRuns: 15 },
    );
  });

  it("reads an unknown status and refuses to write one", () => {
    const schema = operations.retrieveInvocation.answers[200].schema;
    const later = { id: "a", status: "paused" };
    expect(schema.parse(later)).toEqual(later);
    expect(strict(schema).safeParse(later).success).toBe(false);
  });

  it("preserves nanoseconds and refuses invalid timestamps", () => {
    const schema = operations.retrieveInvocation.answers[200].schema;
    const exact = "2026-02-03T04:05:06.123456789Z";
    expect(schema.parse({ id: "a", started_at: exact }).started_at).toBe(exact);
    for (const bad of ["2026-02-03", "yesterday", "2026-13-03T04:05:06Z", "2026-02-03T04:05:06"]) {
      expect(schema.safeParse({ id: "a", started_at: bad }).success).toBe(false);
    }
  });

  it("reads the timestamps that are dates", () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((at) => String(at).padStart(2, "0"));
    const fraction = fc.constantFrom("", ".5", ".123", ".123456789");
    const written = fc
      .tuple(two(14), two(33), fc.constantFrom("T", "t", " "), two(26), two(62), two(62), fraction)
      .map(([month, day, mark, hour, minute, second, rest]) => {
        return `2026-${month}-${day}${mark}${hour}:${minute}:${second}${rest}`;
      });
    const zone = fc.oneof(
      fc.constantFrom("Z", "z"),
      fc.tuple(fc.constantFrom("+", "-"), two(26), two(62)).map(([sign, hour, minute]) => {
        return `${sign}${hour}:${minute}`;
      }),
    );
    fc.assert(
      fc.property(written, zone, (local, offset) => {
        if (timestamp.safeParse(local + offset).success) expect(Date.parse(local + offset)).not.toBeNaN();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("requests", () => {
  it.each(allOperations.filter((operation) => Object.keys(operation.query.shape).length > 0))(
    "$id: query values round-trip through the URL in a fixed order",
    (operation) => {
      fc.assert(
        fc.property(valuesOf(operation.query), (value) => {
          const given: Record<string, unknown> = { ...z.looseObject({}).parse({ ...Object(value) }) };
          const text = encodeQuery(operation.query, given);
          expect(decodeQuery(operation.query, new URLSearchParams(text), "refuse")).toEqual(given);
          expect(encodeQuery(operation.query, Object.fromEntries(Object.entries(given).reverse()))).toBe(
            text,
          );
        }),
        { numRuns: 60 },
      );
    },
  );

  it("T06 encodes any parameter as one path segment", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (text) => {
        let path: string;
        try {
          path = fillPath("/browsers/{id}/fs/move", { id: text });
        } catch (error) {
          // Dot segments and lone surrogates cannot be encoded safely.
          expect(error).toBeInstanceOf(InvalidInput);
          return;
        }
        const { pathname } = new URL(path, "http://upstream.test");
        expect(pathname.split("/")).toHaveLength(5);
        expect(decodeURIComponent(pathname.split("/")[2] ?? "")).toBe(text);
      }),
    );
    for (const id of [".", "..", "", "\ud800"])
      expect(() => fillPath("/a/{id}", { id })).toThrow(InvalidInput);
  });

  it("T37 refuses a repeated parameter and reports all faults together", () => {
    const search = new URLSearchParams("limit=0&offset=-1&status=done&app_name=a&app_name=b&page=2");
    let issues: readonly { path: string }[] = [];
    try {
      decodeQuery(operations.listInvocations.query, search, "refuse");
    } catch (error) {
      if (error instanceof InvalidInput) issues = error.issues;
    }
    expect(issues.map((issue) => issue.path).sort()).toEqual(
      ["query.app_name", "query.limit", "query.offset", "query.page", "query.status"].sort(),
    );
  });

  it("refuses to write unknown keys and values outside the specification's bounds and patterns", () => {
    const create = { app_name: "a", version: "1", action_name: "b" };
    expect(toRequest(operations.createInvocation, { body: create }).body).toBe(JSON.stringify(create));
    for (const seconds of [9, 3601, 10.5]) {
      expect(() =>
        toRequest(operations.createInvocation, {
          body: { ...create, async: true, async_timeout_seconds: seconds },
        }),
      ).toThrow(InvalidInput);
    }
    const move = { src_path: "/a", dest_path: "/b" };
    expect(() =>
      toRequest(operations.moveFile, { params: { id: "x" }, body: { ...move, src_path: "a" } }),
    ).toThrow("body.src_path");
    const extra = { ...move, force: true };
    expect(() => toRequest(operations.moveFile, { params: { id: "x" }, body: extra })).toThrow(InvalidInput);
  });
});

describe("paging headers", () => {
  it("round-trips, with next offset 0 on the last page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(10_000), fc.nat(100), (limit, offset, count) => {
        const hasMore = count === limit;
        const paging = pagingOf({ limit, offset, count, hasMore });
        const headers = new Headers(pagingHeaders(paging));
        expect(readPaging((name) => headers.get(name))).toEqual(paging);
        if (!hasMore) expect(paging.nextOffset).toBe(0);
      }),
    );
  });

  it("does not follow an offset that does not advance", () => {
    const headers = new Headers({
      "x-has-more": "true",
      "x-next-offset": "40",
      "x-offset": "40",
      "x-limit": "20",
    });
    expect(readPaging((name) => headers.get(name))?.hasMore).toBe(false);
    expect(readPaging(() => null)).toBeUndefined();
  });
});

describe("OpenAPI", () => {
  it("describes every operation with its parameters, answers and errors", () => {
    const document = JSON.parse(JSON.stringify(openApiDocument("http://127.0.0.1:4600")));
    expect(document.openapi).toBe("3.1.0");
    for (const operation of allOperations) {
      const entry = document.paths[operation.path][operation.method.toLowerCase()];
      expect(entry.operationId).toBe(operation.id);
      for (const status of [
        ...Object.keys(operation.answers),
        "401",
        "500",
        ...operation.errors.map(String),
      ]) {
        expect(entry.responses[status], `${operation.id} ${status}`).toBeDefined();
      }
    }
    const status = document.paths["/invocations"].get.parameters.find(
      ({ name }: { name: string }) => name === "status",
    );
    expect(status.schema.enum).toEqual(["queued", "running", "succeeded", "failed"]);
    const logs = document.paths["/browsers/{id}/logs/stream"].get;
    expect(logs.parameters.find(({ name }: { name: string }) => name === "source").required).toBe(true);
    expect(Object.keys(logs.responses[200].content)).toEqual(["text/event-stream"]);
  });
});
