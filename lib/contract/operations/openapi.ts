// Derives OpenAPI 3.1 documents from operations.
import * as z from "zod/mini";
import { errorBody } from "../error.ts";
import type { Answer, Operation, RequestBody } from "../operation.ts";
import { pageLimit } from "../paging.ts";
import { binary, isQueryMap, knownValuesOf } from "../schema.ts";
import { allOperations } from "./operations.ts";

type Json = Record<string, unknown>;

const statusText: Record<number, string> = {
  400: "Invalid input",
  401: "Missing or invalid authorization token",
  403: "Insufficient permissions or plan",
  404: "Resource not found",
  409: "Conflict",
  413: "The body is too large",
  415: "The content type is not supported by this operation",
  429: "Too many requests; Retry-After says when to try again",
  500: "Internal server error",
  502: "The upstream could not be reached",
  529: "Capacity exhausted",
};

function jsonSchema(schema: z.core.$ZodType, io: "input" | "output" = "output"): Json {
  const converted: Json = {
    ...z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema: json }) => {
        const known = knownValuesOf(zodSchema);
        if (!known) return;
        delete json.knownValues;
        json.enum = [...known];
      },
    }),
  };
  delete converted.$schema;
  return converted;
}

const pagingHeaderSchemas = {
  "X-Limit": { schema: { type: "integer", minimum: pageLimit.min, maximum: pageLimit.max } },
  "X-Offset": { schema: { type: "integer", minimum: 0 } },
  "X-Has-More": { schema: { type: "string", enum: ["true", "false"] } },
  "X-Next-Offset": { schema: { type: "integer", minimum: 0 }, description: "0 when there is no next page" },
};

/** A position that only the server understands has no offset of the page itself. */
function pagingHeadersOf(paged: true | "cursor"): Json {
  const { "X-Offset": offset, ...others } = pagingHeaderSchemas;
  return paged === "cursor" ? others : { ...others, "X-Offset": offset };
}

function answerObject(answer: Answer): Json {
  switch (answer.kind) {
    case "empty":
      return { description: "Done" };
    case "json":
      return {
        description: "Success",
        content: { "application/json": { schema: jsonSchema(answer.schema) } },
      };
    case "list":
      return {
        description: "Success",
        ...(answer.paged ? { headers: pagingHeadersOf(answer.paged) } : {}),
        content: {
          "application/json": { schema: { type: "array", items: jsonSchema(answer.item) } },
        },
      };
    case "events":
      return {
        description: "A stream of events; each data line is one JSON item",
        headers: { "X-SSE-Content-Type": { schema: { const: "application/json" } } },
        content: { "text/event-stream": { schema: jsonSchema(answer.item) } },
      };
    case "bytes":
      return { description: "The file", content: { [answer.contentType]: { schema: { type: "string" } } } };
  }
}

function parameters(operation: Operation): Json[] {
  const of = (schema: z.ZodMiniObject, location: "path" | "query") =>
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => ({
      name,
      in: location,
      required: location === "path" || !(field instanceof z.ZodMiniOptional),
      ...(isQueryMap(field) ? { style: "deepObject" } : {}),
      schema: jsonSchema(field),
    }));
  return [...of(operation.params, "path"), ...of(operation.query, "query")];
}

function bodyContent(body: RequestBody): Json {
  if (body.kind === "bytes") return { [body.contentType]: { schema: jsonSchema(binary) } };
  const contentType = body.kind === "json" ? "application/json" : "multipart/form-data";
  return { [contentType]: { schema: jsonSchema(body.schema, "input") } };
}

/** What a document says of an API besides its operations. */
export interface DescribedApi {
  title: string;
  version: string;
  serverUrl: string;
  operations: readonly Operation[];
  securitySchemes: Json;
  /** The schemes of an operation; by default any one of all. */
  securityOf?: (operation: Operation) => Json[];
  /** The body of every error. */
  errorBody: z.core.$ZodType;
  /** Error statuses that an operation may return besides those that it declares. */
  errorsOf: (operation: Operation) => readonly number[];
  /** Texts of statuses that mean something else here. */
  statusText?: Readonly<Record<number, string>>;
  /** Added to the object of an operation. */
  moreOf?: (operation: Operation) => { description?: string; parameters?: Json[] } & Json;
}

function operationObject(operation: Operation, api: DescribedApi): Json {
  const responses: Json = {};
  for (const [status, answer] of Object.entries(operation.answers)) {
    if (answer) responses[status] = answerObject(answer);
  }
  for (const status of [...api.errorsOf(operation), ...operation.errors]) {
    // A status may be an answer, too, as that of a check that fails.
    responses[status] ??= {
      description: api.statusText?.[status] ?? statusText[status] ?? "Error",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  const { parameters: moreParameters = [], ...more } = api.moreOf?.(operation) ?? {};
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...more,
    ...(api.securityOf === undefined ? {} : { security: api.securityOf(operation) }),
    parameters: [...parameters(operation), ...moreParameters],
    ...(operation.body
      ? {
          requestBody: {
            required: operation.body.required,
            content: bodyContent(operation.body),
          },
        }
      : {}),
    responses,
  };
}

/** An API as an OpenAPI 3.1 document. */
export function describeApi(api: DescribedApi): Json {
  const paths: Record<string, Json> = {};
  for (const operation of api.operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method.toLowerCase()] = operationObject(operation, api);
    paths[operation.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: { title: api.title, version: api.version },
    servers: [{ url: api.serverUrl }],
    security: Object.keys(api.securitySchemes).map((scheme) => ({ [scheme]: [] })),
    tags: [...new Set(api.operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: api.securitySchemes, schemas: { Error: jsonSchema(api.errorBody) } },
  };
}

/** The API for cloud browsers as an OpenAPI 3.1 document; `serverUrl` is its base address. */
export const openApiDocument = (serverUrl: string): Json =>
  describeApi({
    title: "Cloud Browser and Action Invocation Service API",
    version: "0.1.0",
    serverUrl,
    operations: allOperations,
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    errorBody,
    // Also without input: a query or a body that it does not take, and a token that may only read. An upload of another type is 400.
    errorsOf: ({ method, body }) => [
      ...[400, 401, 500],
      ...(method === "GET" ? [] : [403, 413]),
      ...(method === "GET" || body?.kind === "multipart" ? [] : [415]),
    ],
  });
