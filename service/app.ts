// The service as a Fastify instance, built without listening: auth, errors and routes by the contract.
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import { openApiDocument } from "../lib/contract/openapi.ts";
import { InvalidInput } from "../lib/contract/request.ts";
import type { Access } from "./access.ts";
import { notFound, Problem } from "./domain/problem.ts";
import { answerEarly, isUnfinished } from "./http/early-answer.ts";
import { takeOnlyJson } from "./http/json-body.ts";
import { answerClientError, checkForm, guardServer, serverOptions } from "./http/server-edge.ts";
import { type ConnectionGraces, type Paces, standardConnectionGraces } from "./paces.ts";
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
  paces: Paces;
  /** Those of use when absent. */
  graces?: ConnectionGraces;
  /** Gets faults that are ours. */
  report: (error: unknown) => void;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Builds the HTTP side; the caller listens and closes. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { graces = standardConnectionGraces } = deps;
  const app = Fastify({
    logger: false,
    bodyLimit: 6 * 1024 * 1024,
    routerOptions: { maxParamLength: 1024 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: graces.requestMs,
    keepAliveTimeout: graces.keepAliveMs,
    http: serverOptions(graces, deps.paces.http),
    clientErrorHandler: answerClientError,
    // A path that no router can read; nobody learns more than that without a token.
    frameworkErrors: (error, request, reply) => {
      const { status, body, headers } = answerTo(known(deps.access, request) ?? error, deps.report);
      const text = JSON.stringify(body);
      reply.raw
        .writeHead(status, {
          ...headers,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        })
        .end(text);
    },
  });
  guardServer(app);
  takeOnlyJson(app);

  app.setErrorHandler((error: unknown, request, reply) => {
    const { status, body, headers } = answerTo(error, deps.report);
    if (!isUnfinished(request.raw)) return reply.code(status).headers(headers).send(body);
    reply.hijack();
    answerEarly(request.raw, reply.raw, { status, headers, body: JSON.stringify(body) }, graces.lingerMs);
  });

  // Before a body is read: what is refused for its form, its caller or its path costs nothing more.
  app.addHook("onRequest", async (request) => {
    checkForm(request);
    if (!request.is404) return;
    deps.access.caller(request.headers.authorization);
    throw absent(app, deps.implementations, request);
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
    if (!streamed.includes(implementation)) register(app, implementation, deps);
  }
  // A scope of its own: here every body is left unread for its handler, elsewhere only JSON is a body at all.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const implementation of streamed) register(scope, implementation, deps);
  });
  deps.extra?.(app);
  return app;
}

/** The fault of a caller who is not known, if so. */
function known(access: Access, request: FastifyRequest): unknown {
  try {
    access.caller(request.headers.authorization);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** 404, or 405 where other methods are possible. */
function absent(app: FastifyInstance, served: readonly Implementation[], request: FastifyRequest): Problem {
  const [path = "/"] = request.url.split("?");
  const there = served.filter(({ operation }) => patternOf(operation.path).test(path));
  const allowed = methods.filter(
    (method) =>
      there.some(({ operation }) => operation.method === method) ||
      app.findRoute({ method, url: path }) !== null,
  );
  if (allowed.length === 0) return notFound(`the path ${path}`);
  const list = allowed.join(", ");
  return new Problem(405, "method_not_allowed", `${request.method} is not possible here; allowed: ${list}`, {
    headers: { allow: list },
  });
}

const patternOf = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`);

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
    if (error.statusCode === 414) return new Problem(414, "uri_too_long", "a part of the path is too long");
    if (error.statusCode === 413) return new Problem(413, "payload_too_large", "the body is too large");
    return new Problem(error.statusCode, "bad_request", error.message);
  }
  return new Problem(500, "internal_error", "the service failed to answer this; its log has the reason");
}
