// Responses with a problem in the API's Error shape that bypass the routes: on a response object, or on a bare socket
// where none exists.
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Problem } from "../kernel/problem.ts";

const headersOf = (problem: Problem, body: string): Record<string, string | number> => ({
  ...problem.headers,
  "content-type": "application/json",
  "content-length": Buffer.byteLength(body),
});

/** Writes the problem; the caller ends the response. */
export function writeProblem(response: ServerResponse, problem: Problem): ServerResponse {
  const body = JSON.stringify(problem.toBody());
  response.writeHead(problem.status, headersOf(problem, body)).write(body);
  return response;
}

/** Answers with the problem, or cuts an answer that has begun. */
export function refuse(response: ServerResponse, problem: Problem): void {
  if (response.headersSent) response.destroy();
  else writeProblem(response, problem).end();
}

/** Answers the request for a WebSocket with the problem, and disconnects also a client that does not close. */
export function refuseUpgrade(socket: Duplex, problem: Problem): void {
  socket.on("error", () => {}).once("finish", () => socket.destroy());
  respondOnSocket(socket, problem);
}

/** Writes the problem and closes. */
export function respondOnSocket(socket: Duplex, problem: Problem): void {
  const body = JSON.stringify(problem.toBody());
  const headers = Object.entries({ ...headersOf(problem, body), connection: "close" });
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? "Error"}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
