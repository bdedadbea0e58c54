// Ends requests whose bodies do not arrive in time. Uploads have the server's own limit, which is longer.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { operationRoles } from "../auth/operation-roles.ts";

const all: readonly Operation[] = Object.values(operations);
const uploads = all
  .filter(({ id, body }) => id in operationRoles && (body?.kind === "multipart" || body?.kind === "bytes"))
  .map(({ method, path }) => ({
    method,
    path: new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
  }));

/** Whether a request is to have a body of any size. */
export function isUpload({ method, target }: { method: string; target: string }): boolean {
  const path = target.split("?", 1)[0] ?? "";
  return uploads.some((upload) => upload.method === method && upload.path.test(path));
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Answers 408 and closes the connection when the request's body is not complete after `withinMs`. */
export function limitBody(request: IncomingMessage, response: ServerResponse, withinMs: number): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    const { socket } = request;
    if (request.complete || socket.destroyed) return;
    // As Node itself does it for whole requests. Where answers to earlier ones wait, this has no socket yet.
    if (!response.headersSent && response.socket === socket)
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    socket.destroySoon();
  }, withinMs);
  timer.unref();
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer));
}
