// Builds the service's Fastify instance without listening: authentication, errors and routes of the contract.
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import type { Operation } from "../lib/contract/operation.ts";
import { openApiDocument } from "../lib/contract/operations/openapi.ts";
import { InvalidInput } from "../lib/contract/request.ts";
import { isUnfinished, respondEarly } from "./http/early-response.ts";
import { type ForwardTo, forwardRequest, refuseUnreachable } from "./http/forward.ts";
import { acceptOnlyJson, unsupported } from "./http/json-body.ts";
import { writeProblem } from "./http/problem-response.ts";
import {
  hasStreamedBody,
  type Implementation,
  invalid,
  type OnCall,
  register,
  routePath,
  type Settled,
} from "./http/route.ts";
import {
  answerClientError,
  checkRequestForm,
  handleUnroutedRequests,
  limitBody,
  serverOptions,
} from "./http/server-guards.ts";
import type { Access } from "./kernel/access.ts";
import { type ConnectionTimeouts, type Paces, standardConnectionTimeouts } from "./kernel/paces.ts";
import { internalError, notFound, Problem } from "./kernel/problem.ts";

export interface AppDeps {
  access: Access;
  implementations: readonly Implementation[];
  onCall?: OnCall;
  /** An act is answered after this. */
  settled?: Settled | undefined;
  /** Where a request goes instead of the routes here; undefined: nowhere. Throws Problems. */
  forwardTo?: ForwardTo | undefined;
  /** Registers routes outside of the contract (live view, replays), which check credentials of their own. */
  extra?: (app: FastifyInstance) => void;
  /** The address clients use, for the OpenAPI document. */
  publicUrl: () => string;
  /** True while the service accepts work. */
  ready: () => boolean;
  paces: Paces;
  /** Standard time-outs when absent. */
  connectionTimeouts?: ConnectionTimeouts;
  /** Receives unexpected errors. */
  report: (error: unknown) => void;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Builds the HTTP side; the caller listens and closes. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { connectionTimeouts = standardConnectionTimeouts } = deps;
  const app = Fastify({
    logger: false,
    bodyLimit: 6 * 1024 * 1024,
    routerOptions: { maxParamLength: 1024 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: connectionTimeouts.uploadMs,
    keepAliveTimeout: connectionTimeouts.keepAliveMs,
    http: serverOptions(connectionTimeouts, deps.paces.http),
    clientErrorHandler: answerClientError,
    // Paths that the router cannot parse. Without a valid token the answer is 401.
    frameworkErrors: (error, request, reply) => {
      const problem = answerTo(authenticationError(deps.access, request) ?? error, deps.report);
      writeProblem(reply.raw, problem).end();
    },
  });
  handleUnroutedRequests(app.server);
  acceptOnlyJson(app);

  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = answerTo(error, deps.report);
    if (!isUnfinished(request.raw)) {
      return reply
        .code(problem.status)
        .headers({ ...problem.headers })
        .send(problem.toBody());
    }
    reply.hijack();
    respondEarly(request.raw, reply.raw, problem, connectionTimeouts.lingerMs);
  });

  const streamed = deps.implementations.filter(({ operation }) => hasStreamedBody(operation));
  const uploads = new Set(streamed.map(({ operation }) => routeOf(operation)));

  // Before the body is read: requests refused for form, caller or path cost nothing more.
  app.addHook("onRequest", async (request, reply) => {
    const { url } = request.routeOptions;
    if (!uploads.has(`${request.method} ${url}`)) limitBody(request.raw, connectionTimeouts.requestMs);
    checkRequestForm(request);
    const target = await deps.forwardTo?.(request.raw);
    if (target !== undefined) {
      reply.hijack();
      forwardRequest(target, request.raw, reply.raw, refuseUnreachable, connectionTimeouts.lingerMs);
      return;
    }
    if (!request.is404) return;
    deps.access.caller(request.headers.authorization);
    throw unroutedProblem(app, deps.implementations, request);
  });

  app.get("/livez", async (_request, reply) => reply.code(200).send());
  app.get("/readyz", async (_request, reply) => {
    const ready = deps.ready();
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  app.get("/openapi.json", async (request) => {
    deps.access.caller(request.headers.authorization);
    return openApiDocument(deps.publicUrl());
  });

  for (const implementation of deps.implementations) {
    if (!streamed.includes(implementation)) register(app, implementation, deps);
  }
  // A scope of its own, in which bodies are left unread for their handlers; elsewhere only JSON bodies are accepted.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const implementation of streamed) register(scope, implementation, deps);
  });
  deps.extra?.(app);
  return app;
}

const routeOf = ({ method, path }: Operation) => `${method} ${routePath(path)}`;

/** The error of an unauthenticated request, otherwise undefined. */
function authenticationError(access: Access, request: FastifyRequest): unknown {
  try {
    access.caller(request.headers.authorization);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Problem 404, or 405 when other methods exist for the path. */
function unroutedProblem(
  app: FastifyInstance,
  served: readonly Implementation[],
  request: FastifyRequest,
): Problem {
  const [path = "/"] = request.url.split("?");
  const matching = served.filter(({ operation }) => patternOf(operation.path).test(path));
  const allowed = methods.filter(
    (method) =>
      matching.some(({ operation }) => operation.method === method) ||
      app.findRoute({ method, url: path }) !== null,
  );
  if (allowed.length === 0) return notFound(`the path ${path}`);
  const list = allowed.join(", ");
  return new Problem(405, "method_not_allowed", `${request.method} is not allowed here; allowed: ${list}`, {
    headers: { allow: list },
  });
}

const patternOf = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`);

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number";
}

/** The problem with which any error is answered; the only place that decides it. */
function answerTo(error: unknown, report: (error: unknown) => void): Problem {
  const problem = toProblem(error);
  if (problem.status >= 500 && !(error instanceof Problem)) report(error);
  return problem;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidInput) return invalid(error.issues);
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    if (error.statusCode === 415) return unsupported();
    if (error.statusCode === 414) return new Problem(414, "uri_too_long", "a part of the path is too long");
    if (error.statusCode === 413) return new Problem(413, "payload_too_large", "the body is too large");
    return new Problem(error.statusCode, "bad_request", error.message);
  }
  return internalError();
}
