// What Node's server would answer in its own words, or not at all, before a route is chosen: said in the
// API's Error shape instead. Also the limits of a connection, so that slow senders do not hold one for ever.
import { type IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { badRequest, Problem } from "../domain/problem.ts";
import type { ConnectionGraces, Paces } from "../paces.ts";
import { refuseOnSocket } from "./raw-answer.ts";

export const serverOptions = (
  { headMs }: ConnectionGraces,
  { connectionLookMs }: Paces["http"],
): ServerOptions => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: connectionLookMs,
  // Checked below, in our own words.
  requireHostHeader: false,
  // Other protocols (h2c, as some clients offer with every request) are left aside, as HTTP says.
  shouldUpgradeCallback: (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === "websocket",
});

/** Answers a connection whose bytes are no request. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed) return;
  // In the midst of an answer there is no place for another.
  const answer: unknown = Reflect.get(socket, "_httpMessage");
  const begun = answer instanceof ServerResponse && answer.headersSent;
  if (error.code === "ECONNRESET" || !socket.writable || begun) {
    socket.destroy();
    return;
  }
  refuseOnSocket(socket, problemOf(error.code));
  // Whoever keeps sending is not waited for.
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

/** Takes over what has no route: CONNECT and unknown expectations. */
export function guardServer(app: FastifyInstance): void {
  app.server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    refuseOnSocket(socket, new Problem(405, "method_not_allowed", "CONNECT is not possible here"));
  });
  app.server.on("checkExpectation", (_request, response) => {
    const problem = new Problem(417, "expectation_failed", "only Expect: 100-continue is understood");
    const body = JSON.stringify(problem.toBody());
    response
      .writeHead(problem.status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        connection: "close",
      })
      .end(body);
  });
}

const single = new Set(["host", "authorization", "content-type"]);

/** Refuses requests that two readers could read in two ways. Throws 400. */
export function checkForm({ raw }: FastifyRequest): void {
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
