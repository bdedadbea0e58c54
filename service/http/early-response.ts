// Responses sent before the request is complete, such as 413. Closing the connection at once would reset it and lose
// the response, so the rest of the request is read and discarded, up to a limit of bytes and time.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Problem } from "../kernel/problem.ts";
import { writeProblem } from "./problem-response.ts";

const lingerBytes = 64 * 1024 * 1024;

/** True when the rest of the request is still to be received. */
export const isUnfinished = (request: IncomingMessage) =>
  !request.complete && !request.destroyed && request.socket instanceof Socket;

/**
 * Sends the problem at once and ends it when the request is complete or the client has disconnected. Closes the
 * connection when 64 MiB or `lingerMs` are exceeded.
 */
export function respondEarly(
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
  lingerMs: number,
): void {
  writeProblem(response, problem);
  let bytes = 0;
  const count = (part: Buffer) => {
    bytes += part.length;
    if (bytes > lingerBytes) giveUp();
  };
  const end = () => {
    clearTimeout(late);
    request.off("data", count);
    response.end();
  };
  const giveUp = () => {
    end();
    request.socket.destroySoon();
  };
  const late = setTimeout(giveUp, lingerMs);
  late.unref();
  request.unpipe();
  request.on("data", count);
  request.once("end", end);
  request.once("error", end);
  request.once("close", end);
  request.resume();
}
