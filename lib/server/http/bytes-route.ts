// The frame of routes that forward bytes, of the upstream or our own, as they arrive: sign-in and role, input, one error
// format, and nothing left open when they fail. When the source breaks off, the response fails visibly instead of ending early.
import "server-only";
import type { Readable } from "node:stream";
import { bffHeaders } from "../../bff/headers.ts";
import { hasRole, type Role } from "../../bff/roles.ts";
import { pause, systemClock } from "../../clock.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { type AuditRule, requireAuditRule } from "../auth/operation-audit.ts";
import { roleFor } from "../auth/operation-roles.ts";
import { recheck, type SignedIn } from "../auth/require-operator.ts";
import { withoutSecretBytes } from "../kernel/known-secrets.ts";
import { logFault } from "../kernel/log.ts";
import { paces } from "../kernel/paces.ts";
import { discardBody, headerOf, type Opened } from "../upstream/send.ts";
import type { Act } from "./audited.ts";
import type { Route } from "./define-route.ts";
import { problemResponse } from "./problem-response.ts";
import { readAuditedInput } from "./read-audited-input.ts";
import { refuseHead } from "./refuse-head.ts";
import { securityHeaders } from "./response-headers.ts";

/** Destroys a body once the operator who receives it is signed out or has too low a role. Checked as live streams are:
 *  every five seconds. A sign-in that cannot be read at the moment is checked again. */
function endWithSignIn(body: Readable, operator: SignedIn, role: Role): void {
  const stop = new AbortController();
  body.once("close", () => stop.abort());
  // While nobody reads the body, its error would end the process.
  body.once("error", () => undefined);
  const check = async () => {
    for (;;) {
      await pause(systemClock, paces.access.recheckMs, stop.signal);
      if (stop.signal.aborted) return;
      const now = await recheck(operator).catch(() => operator);
      if (now === undefined || !hasRole(now.role, role))
        return void body.destroy(new Error("The sign-in that asked for it has ended."));
    }
  };
  void check();
}

/** A stream of bytes as a response body: forwarded as fast as the client reads, failing when the source fails. */
function pass(body: Readable, requestId: string): ReadableStream<Uint8Array> {
  const parts = withoutSecretBytes(body);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = await parts.next();
          if (part.done) controller.close();
          else controller.enqueue(part.value);
        } catch (error) {
          logFault("a download broke off", error, { request_id: requestId });
          controller.error(error);
        }
      },
      cancel() {
        discardBody(body);
      },
    },
    { highWaterMark: 0 },
  );
}

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
        return new Response(isEmpty ? null : pass(opened.body, requestId), init);
      } catch (error) {
        discardBody(opened.body);
        throw error;
      }
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  return { GET: get, HEAD: refuseHead };
}
