// An event stream is one call of streamRoute. Everything that can fail runs before the first byte, so that errors have
// their status; after that the stream ends by itself, when the client disconnects or when the process stops.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operation } from "../../contract/operation.ts";
import type { FileOpening } from "../audit/acts.ts";
import { roleFor } from "../auth/operation-roles.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import { authorize } from "./authorize.ts";
import { type Route, responding } from "./define-route.ts";
import type { ReplyRoute } from "./direct-reads.ts";
import { problemReply } from "./problem-response.ts";
import { refuseHead } from "./refuse-head.ts";
import { securityHeaders } from "./response-headers.ts";
import { readParams } from "./route-input.ts";
import { routed } from "./routed.ts";
import { auditOpening } from "./stream-openings.ts";

/** GET and HEAD of an event stream. `open` returns a pull source with a bounded queue; it reads the query itself, which
 *  may repeat names. `signal` aborts when the client disconnects before the stream is returned; after that the stream
 *  is cancelled. */
export function streamRoute(
  operation: Operation,
  open: (context: {
    operator: SignedIn;
    params: Record<string, string>;
    request: Request;
    signal: AbortSignal;
    /** Audits that the operator opens something, once per opening. */
    recordOpening: (opening: { action: string; target: string }) => Promise<FileOpening>;
  }) => Promise<ReadableStream<Uint8Array>>,
): { GET: Route; HEAD: Route } {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: a stream is never public.`);
  const get: ReplyRoute = async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const operator = await authorize(operation, role, request, requestId);
      const params = readParams(operation, await context.params);
      const stream = await open({
        operator,
        params,
        request,
        signal: request.signal,
        recordOpening: (opening) => auditOpening({ request, requestId, operator, ...opening }),
      });
      const headers = {
        ...securityHeaders,
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        [bffHeaders.requestId]: requestId,
      };
      return { status: 200, headers, body: stream };
    } catch (error) {
      return problemReply(error, requestId);
    }
  };
  return { GET: responding(operation, routed(operation, get)), HEAD: refuseHead };
}
