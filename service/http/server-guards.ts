// Answers to faulty requests before routing, in the API's Error shape instead of Node's default texts, and limits of
// connections, so that slow senders do not occupy them.
import { type IncomingMessage, type Server, type ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import type { ConnectionTimeouts, Paces } from "../kernel/paces.ts";
import { badRequest, Problem } from "../kernel/problem.ts";
import { probeAfterMs } from "./forward.ts";
import { respondOnSocket, writeProblem } from "./problem-response.ts";

export const serverOptions = (
  { headMs }: ConnectionTimeouts,
  { connectionCheckMs }: Paces["http"],
): ServerOptions => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: connectionCheckMs,
  // A client that is gone without a word does not keep its session by a connection that nobody writes to.
  keepAlive: true,
  keepAliveInitialDelay: probeAfterMs,
  // Checked by `checkRequestForm`.
  requireHostHeader: false,
  // Upgrades to other protocols (h2c, which some clients offer with every request) are ignored, as RFC 9110 allows.
  shouldUpgradeCallback: (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === "websocket",
});

/** Responds to bytes that are not an HTTP request, or not a whole one in time, and ignores all that follow. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed) return;
  // A response that has begun cannot be replaced.
  const answer: unknown = Reflect.get(socket, "_httpMessage");
  const begun = answer instanceof ServerResponse && answer.headersSent;
  if (error.code === "ECONNRESET" || !socket.writable || begun) {
    socket.destroy();
    return;
  }
  respondOnSocket(socket, problemOf(error.code));
  // What comes after this answer would complete the request, which would be carried out: it is not parsed.
  socket.removeAllListeners("data").on("data", () => {});
  // A client that keeps sending is cut off after a second.
  socket.resume();
  setTimeout(() => socket.destroy(), 1000).unref();
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem(431, "headers_too_large", "the head of the request is too large");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem(408, "request_timeout", "the request did not arrive in time");
    default:
      return badRequest("this is not a valid HTTP request");
  }
}

/** Ends a request whose body is not complete after `withinMs`, as one that the server itself finds late. */
export function limitBody(request: IncomingMessage, withinMs: number): void {
  const { headers } = request;
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return;
  const timer = setTimeout(() => {
    const late = Object.assign(new Error("the request did not arrive"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!request.complete) answerClientError(late, request.socket);
  }, withinMs);
  timer.unref();
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer));
}

/** Responds to what reaches no route: CONNECT and unknown expectations. */
export function handleUnroutedRequests(server: Server): void {
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    respondOnSocket(socket, new Problem(405, "method_not_allowed", "CONNECT is not supported"));
  });
  server.on("checkExpectation", (_request, response) => {
    response.setHeader("connection", "close");
    const message = "only Expect: 100-continue is understood";
    writeProblem(response, new Problem(417, "expectation_failed", message)).end();
  });
}

const single = new Set(["host", "authorization", "content-type"]);

/** Throws Problem 400 for requests that two parsers could interpret differently (request smuggling). */
export function checkRequestForm({ raw }: FastifyRequest): void {
  const target = raw.url ?? "";
  if (!target.startsWith("/") || target.includes("#")) {
    throw badRequest("the request must name a path, starting with /");
  }
  const seen = new Set<string>();
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at]?.toLowerCase() ?? "";
    if (single.has(name) && seen.has(name)) throw badRequest(`the header ${name} was sent more than once`);
    seen.add(name);
  }
  if (raw.httpVersion === "1.1" && !seen.has("host")) throw badRequest("the header host is missing");
}
