// The frame of routes that forward bytes, of the upstream or our own, as they arrive: sign-in and role, input, one error
// format, and nothing left open when they fail. When the source breaks off, the response fails visibly instead of ending early.
import "server-only";
import type { Readable } from "node:stream";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { endWithSignIn } from "../auth/end-with-sign-in.ts";
import { type AuditRule, requireAuditRule } from "../auth/operation-audit.ts";
import { roleFor } from "../auth/operation-roles.ts";
import { discardBody, headerOf, type Opened } from "../upstream/send.ts";
import type { Act } from "./audited.ts";
import type { Route } from "./define-route.ts";
import { passBytes } from "./pass-bytes.ts";
import { problemResponse } from "./problem-response.ts";
import { readAuditedInput } from "./read-audited-input.ts";
import { refuseHead } from "./refuse-head.ts";
import { securityHeaders } from "./response-headers.ts";
import { routed } from "./routed.ts";

/** The body's size in bytes under a header name of ours, because the framework drops a route's Content-Length. Empty
 *  without a valid Content-Length from the upstream. */
export function sizeHeader({ headers }: Pick<Opened, "headers">): Record<string, string> {
  const length = headerOf(headers, "content-length");
  return length !== undefined && /^\d{1,15}$/.test(length) ? { [bffHeaders.sizeBytes]: length } : {};
}

/** A body that is open, with its status. */
export type OpenBody = Pick<Opened, "status"> & { body: Readable };

/** An open body, and the headers of the response to it, which may throw. */
export interface OpenedBytes {
  opened: OpenBody;
  headers: () => Record<string, string>;
}

/** GET and HEAD of an operation whose bytes are forwarded with the status that `open` returns; a 202 has no body.
 *  `audit`: how `open` audits; the rule of the operation must be the same. */
export function bytesRoute<Op extends Operation>(
  operation: Op,
  audit: AuditRule,
  open: (context: { input: OperationInput<Op>; act: Act; request: Request }) => Promise<OpenedBytes>,
): { GET: Route; HEAD: Route } {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: a download is never public.`);
  requireAuditRule(operation, audit);
  const get: Route = async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const { input, act } = await readAuditedInput(operation, role, request, context, requestId);
      const { opened, headers } = await open({ input, act, request });
      try {
        // Nobody reads or closes the body where the client left while it was opened.
        request.signal.throwIfAborted();
        const isEmpty = opened.status === 202;
        const init = {
          status: opened.status,
          headers: {
            ...securityHeaders,
            "cache-control": "no-store, no-transform",
            [bffHeaders.requestId]: requestId,
            ...headers(),
          },
        };
        if (isEmpty) discardBody(opened.body);
        else endWithSignIn(opened.body, act.operator, role);
        return new Response(isEmpty ? null : passBytes(opened.body, requestId), init);
      } catch (error) {
        discardBody(opened.body);
        throw error;
      }
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  return { GET: routed(operation, get), HEAD: refuseHead };
}
