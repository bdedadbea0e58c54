// The service as a Fastify instance, built without listening: auth, errors and routes by the contract.
import Fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { openApiDocument } from "../lib/contract/openapi.ts";
import { allOperations } from "../lib/contract/operations.ts";
import { InvalidInput } from "../lib/contract/request.ts";
import type { Access } from "./access.ts";
import { notFound, notImplemented, Problem } from "./domain/problem.ts";
import { type Implementation, invalid, register, takesStream } from "./routes/route.ts";

export interface AppDeps {
  access: Access;
  implementations: readonly Implementation[];
  /** Registers what is no operation of the contract (the live view page); each checks its own credential. */
  extra?: (app: FastifyInstance) => void;
  /** The address clients use, for the OpenAPI document. */
  publicUrl: () => string;
  /** True once the service takes work. */
  ready: () => boolean;
  /** Gets faults that are ours. */
  report: (error: unknown) => void;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Builds the HTTP side; the caller listens and closes. */
export function createApp(deps: AppDeps): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: 6 * 1024 * 1024,
    routerOptions: { maxParamLength: 1024 },
    forceCloseConnections: true,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    frameworkErrors: (error, _request, reply) => {
      const { status, body, headers } = answerTo(error, deps.report);
      reply.raw
        .writeHead(status, { ...headers, "content-type": "application/json" })
        .end(JSON.stringify(body));
    },
  });

  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    if (text === "") return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      done(new Problem(400, "bad_request", `the body is not valid JSON: ${reason}`));
    }
  });

  app.setErrorHandler((error: unknown, _request, reply) => {
    const { status, body, headers } = answerTo(error, deps.report);
    return reply.code(status).headers(headers).send(body);
  });

  app.setNotFoundHandler((request) => {
    deps.access.caller(request.headers.authorization);
    const [path = "/"] = request.url.split("?");
    const allowed = methods.filter(
      (method) => app.findRoute({ method, url: path }) !== null || matches(method, path),
    );
    if (allowed.length > 0) {
      throw new Problem(
        405,
        "method_not_allowed",
        `${request.method} is not possible here; allowed: ${allowed.join(", ")}`,
        {
          headers: { allow: allowed.join(", ") },
        },
      );
    }
    throw notFound(`the path ${path}`);
  });

  app.get("/readyz", async (_request, reply) => {
    const ready = deps.ready();
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  app.get("/openapi.json", async (request) => {
    deps.access.caller(request.headers.authorization);
    return openApiDocument(deps.publicUrl());
  });

  const streamed = deps.implementations.filter(({ operation }) => takesStream(operation));
  for (const implementation of deps.implementations) {
    if (!streamed.includes(implementation)) register(app, deps.access, implementation);
  }
  // A scope of its own: here every body is left unread for its handler, elsewhere only JSON is a body at all.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const implementation of streamed) register(scope, deps.access, implementation);
  });
  for (const operation of allOperations) {
    if (!operation.shown) continue;
    if (deps.implementations.some((known) => known.operation === operation)) continue;
    register(app, deps.access, {
      operation,
      handle: async () => {
        throw notImplemented(`${operation.id} is not part of this service yet`);
      },
    });
  }
  deps.extra?.(app);
  return app;
}

const templates = allOperations.map((operation) => ({
  method: operation.method,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

const matches = (method: string, path: string) =>
  templates.some((template) => template.method === method && template.pattern.test(path));

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number";
}

/** The one place where a fault becomes an answer. */
function answerTo(error: unknown, report: (error: unknown) => void) {
  const problem = toProblem(error);
  if (problem.status >= 500 && !(error instanceof Problem)) report(error);
  return { status: problem.status, body: problem.toBody(), headers: { ...problem.headers } };
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidInput) return invalid(error.issues);
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    if (error.statusCode === 415) {
      return new Problem(
        415,
        "unsupported_media_type",
        "this content type is not understood here; send application/json",
      );
    }
    if (error.statusCode === 413) return new Problem(413, "payload_too_large", "the body is too large");
    return new Problem(error.statusCode, "bad_request", error.message);
  }
  return new Problem(500, "internal_error", "the service failed to answer this; its log has the reason");
}
