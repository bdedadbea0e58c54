import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { openApiDocument } from "./openapi.ts";
import { allOperations } from "./operations.ts";

const response = z.looseObject({
  description: z.string().check(z.minLength(1)),
  content: z.optional(z.record(z.string(), z.looseObject({ schema: z.looseObject({}) }))),
});
const entry = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  parameters: z.array(
    z.looseObject({ name: z.string(), in: z.enum(["path", "query"]), required: z.boolean() }),
  ),
  requestBody: z.optional(z.looseObject({ content: z.record(z.string(), z.unknown()) })),
  responses: z.record(z.string(), response),
});
const shape = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), entry)) });

/** The document as a client reads it. */
const read = () => shape.parse(JSON.parse(JSON.stringify(openApiDocument("https://api.example"))));

/** The entry of one operation. */
const entryOf = (method: string, path: string) => entry.parse(read().paths[path]?.[method]);

const refersToError = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
const failure = { description: expect.stringMatching(/./), content: refersToError };

describe("the OpenAPI document", () => {
  it("states version, address, bearer authentication and the resource groups", () => {
    expect(read()).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Cloud Browser and Action Invocation Service API", version: "0.1.0" },
      servers: [{ url: "https://api.example" }],
      security: [{ bearer: [] }],
      tags: [
        ...[{ name: "Invocations" }, { name: "Browsers" }, { name: "Extensions" }, { name: "Proxies" }],
        ...[{ name: "Browser Pools" }, { name: "Profiles" }, { name: "Apps" }, { name: "Deployments" }],
      ],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    });
  });

  it("has what every operation may answer, also to a query or a body that it does not take, and to a token that may only read", () => {
    const described = Object.values(read().paths).flatMap((methods) => Object.entries(methods));
    for (const [method, { operationId, requestBody, responses }] of described) {
      expect(Object.keys(responses), operationId).toEqual(
        expect.arrayContaining(["400", "401", "500", ...(method === "get" ? [] : ["403", "413"])]),
      );
      const isUpload = "multipart/form-data" in (requestBody?.content ?? {});
      expect("415" in responses, operationId).toBe(method !== "get" && !isUpload);
    }
  });

  it("has the error body of the specification: code and message required, details optional", () => {
    const detail = { type: "object", properties: { code: {}, message: {} } };
    expect(read()).toMatchObject({
      components: {
        schemas: {
          Error: {
            type: "object",
            required: ["code", "message"],
            properties: {
              code: { type: "string" },
              message: { type: "string" },
              details: { anyOf: [{ type: "array", items: detail }, { type: "null" }] },
              inner_error: { anyOf: [detail, { type: "null" }] },
            },
          },
        },
      },
    });
  });

  it("has the id, group, path parameters and errors of every operation", () => {
    const { paths } = read();
    for (const operation of allOperations) {
      const described = entry.parse(paths[operation.path]?.[operation.method.toLowerCase()]);
      expect(described).toMatchObject({
        operationId: operation.id,
        tags: [operation.tag],
        summary: operation.summary,
      });
      const inPath = described.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(
        [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const status of [401, 500, ...operation.errors]) {
        expect(described.responses[status], `${operation.id} ${status}`).toEqual(failure);
      }
      expect("requestBody" in described, operation.id).toBe(operation.body !== undefined);
    }
  });

  it.each([
    [401, "Missing or invalid authorization token"],
    [403, "Insufficient permissions or plan"],
    [404, "Resource not found"],
    [500, "Internal server error"],
  ])("explains %d as the specification does", (status, description) => {
    const { responses } = entryOf("post", "/browsers/{id}/extensions");
    expect(responses[status]?.description).toBe(description);
  });
});

describe("a request", () => {
  it("in JSON has its fields, patterns and what is required", () => {
    expect(entryOf("put", "/browsers/{id}/fs/move")).toMatchObject({
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                src_path: { type: "string", pattern: "^\\/.*" },
                dest_path: { type: "string", pattern: "^\\/.*" },
              },
              required: ["src_path", "dest_path"],
            },
          },
        },
      },
    });
  });

  it("with multipart has its files as binary strings", () => {
    expect(entryOf("post", "/browsers/{id}/extensions")).toMatchObject({
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              properties: {
                extensions: {
                  type: "array",
                  items: {
                    properties: {
                      name: { type: "string", pattern: "^[a-zA-Z0-9._-]{1,255}$" },
                      zip_file: { type: "string", format: "binary" },
                    },
                    required: ["name", "zip_file"],
                  },
                },
              },
              required: ["extensions"],
            },
          },
        },
      },
    });
  });

  it("with raw bytes has a binary string", () => {
    const { requestBody } = entryOf("put", "/browsers/{id}/fs/write_file");
    expect(requestBody).toEqual({
      required: false,
      content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    });
  });

  it("has query parameters with the bounds and values of the specification", () => {
    const { parameters } = entryOf("get", "/invocations");
    expect(parameters).toEqual(
      expect.arrayContaining([
        {
          name: "limit",
          in: "query",
          required: false,
          schema: { type: "integer", minimum: 1, maximum: 100 },
        },
        expect.objectContaining({ name: "offset", schema: expect.objectContaining({ minimum: 0 }) }),
        {
          name: "status",
          in: "query",
          required: false,
          schema: { type: "string", enum: ["queued", "running", "succeeded", "failed"] },
        },
      ]),
    );
    expect(entryOf("get", "/browsers/{id}/logs/stream").parameters).toContainEqual({
      name: "source",
      in: "query",
      required: true,
      schema: { type: "string", enum: ["path", "supervisor"] },
    });
  });
});

describe("an answer", () => {
  it("with one resource has its schema, with the known values of its fields", () => {
    const { responses } = entryOf("post", "/proxies/{id}/check");
    expect(responses[200]).toMatchObject({
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: { id: { type: "string" } },
            required: expect.arrayContaining(["id"]),
          },
        },
      },
    });
    expect(entryOf("get", "/browsers/{id}/logs/stream").responses[200]).toMatchObject({
      content: {
        "text/event-stream": { schema: { properties: { event: { type: "string", enum: ["log"] } } } },
      },
    });
    expect(JSON.stringify(read())).not.toContain("knownValues");
  });

  it("with a list is an array of resources, with paging headers only when it is paged", () => {
    const paged = entryOf("get", "/browser_pools").responses[200];
    expect(paged).toMatchObject({
      headers: { "X-Limit": {}, "X-Offset": {}, "X-Has-More": {}, "X-Next-Offset": {} },
      content: {
        "application/json": {
          schema: {
            type: "array",
            items: {
              type: "object",
              required: ["id", "available_count", "acquired_count", "created_at", "browser_pool_config"],
            },
          },
        },
      },
    });
    expect(entryOf("get", "/browsers/{id}/fs/list_files").responses[200]).not.toHaveProperty("headers");
  });

  it("with events is a stream whose items are JSON", () => {
    expect(entryOf("get", "/browsers/{id}/logs/stream").responses[200]).toMatchObject({
      headers: { "X-SSE-Content-Type": { schema: { const: "application/json" } } },
      content: {
        "text/event-stream": {
          schema: {
            properties: { timestamp: {}, message: { type: "string" } },
            required: ["event", "message"],
          },
        },
      },
    });
  });

  it("with a file is a string; one without a body has no content", () => {
    const { responses } = entryOf("get", "/profiles/{id_or_name}/download");
    expect(responses[200]?.content).toEqual({ "application/octet-stream": { schema: { type: "string" } } });
    expect(responses[202]).not.toHaveProperty("content");
  });
});
