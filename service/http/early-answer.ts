// An answer that is given while its request is still being sent, such as 413. Closing at once would reset the
// connection, and the client would lose the answer with it; so the rest is read and forgotten, within limits.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

const lingerBytes = 64 * 1024 * 1024;

/** Whether more of the request is to come over its connection. */
export const isUnfinished = (request: IncomingMessage) =>
  !request.complete && !request.destroyed && request.socket instanceof Socket;

/** Answers at once; ends when the client has sent all, has left, or has sent far too much for too long. */
export function answerEarly(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { status: number; headers: Readonly<Record<string, string>>; body: string },
  lingerMs: number,
): void {
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(answer.body),
  });
  response.write(answer.body);
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
