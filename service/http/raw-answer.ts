// An answer on a bare socket, where no response object exists: faults below HTTP and refused upgrades.
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Problem } from "../domain/problem.ts";

/** Says why in the API's Error shape and closes. */
export function refuseOnSocket(socket: Duplex, problem: Problem): void {
  const body = JSON.stringify(problem.toBody());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? "Error"}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
