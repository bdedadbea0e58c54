// An event stream is one call of streamRoute. Everything fallible happens before the first byte, so that errors keep
// their status; after that the stream ends itself, on the client's leaving or when the process drains.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import type { Role } from "../../bff/operator.ts";
import type { Operation } from "../../contract/operation.ts";
import { onDrain } from "../drain.ts";
import { admit } from "./admit.ts";
import type { Route, RouteContext } from "./define-route.ts";
import { securityHeaders } from "./headers.ts";
import { readInput } from "./input.ts";
import { problemResponse } from "./problem.ts";
import { refuseHead } from "./refuse-head.ts";
import { roleFor } from "./roles.ts";

export interface StreamContext<Op extends Operation> extends RouteContext<Op> {
  /** Aborts when the client has left. */
  signal: AbortSignal;
  /** Registers what to do when the process is told to stop: say goodbye and close. Returns how to take it back. */
  onDrain: typeof onDrain;
}

export interface StreamOptions<Op extends Operation> {
  role?: Role;
  /** The handler reads the query itself, for one that no object of single values can hold. */
  ownQuery?: true;
  /** Opens the stream; a pull source that never queues without bound. */
  handler: (context: StreamContext<Op>) => Promise<ReadableStream<Uint8Array>>;
}

/** GET and HEAD of an event stream. */
export function streamRoute<Op extends Operation>(
  operation: Op,
  options: StreamOptions<Op>,
): { GET: Route; HEAD: Route } {
  const role = options.role ?? roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: a stream is never public.`);
  const get: Route = async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const operator = await admit(operation, role, request, requestId);
      const input = await readInput(operation, request, context, options.ownQuery);
      const { signal } = request;
      const stream = await options.handler({ operator, input, request, requestId, signal, onDrain });
      return new Response(stream, {
        headers: {
          ...securityHeaders,
          "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store, no-transform",
          "x-accel-buffering": "no",
          [bffHeaders.requestId]: requestId,
        },
      });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  return { GET: get, HEAD: refuseHead };
}
