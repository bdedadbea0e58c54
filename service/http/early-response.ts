// Responses sent before the request is complete, such as 413. Closing the connection at once would reset it and lose
// the response, which many clients read only after they have sent everything; so the rest of the request is read and
// discarded. How long a request may take at all limits that, too.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Problem } from "../kernel/problem.ts";
import { writeProblem } from "./problem-response.ts";

/** True when the rest of the request is still to be received. */
export const isUnfinished = (request: IncomingMessage) =>
  !request.complete && !request.destroyed && request.socket instanceof Socket;

/**
 * Reads the rest of the request and discards it; calls `onEnd` when it is complete or the client has disconnected. Closes
 * the connection when nothing of the rest arrives for `lingerMs`.
 */
export function discardRest(request: IncomingMessage, lingerMs: number, onEnd: () => void): void {
  const more = () => idle.refresh();
  const end = () => {
    clearTimeout(idle);
    request.off("data", more);
    onEnd();
  };
  const giveUp = () => {
    end();
    request.socket.destroySoon();
  };
  const idle = setTimeout(giveUp, lingerMs);
  idle.unref();
  request.unpipe();
  request.on("data", more);
  request.once("end", end);
  request.once("error", end);
  request.once("close", end);
  request.resume();
}

/** Sends the problem at once and ends it when the rest of the request was discarded. */
export function respondEarly(
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
  lingerMs: number,
): void {
  writeProblem(response, problem);
  discardRest(request, lingerMs, () => response.end());
}
