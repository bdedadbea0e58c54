// A JSON route is one call of defineRoute: sign-in and role, input by the contract, the upstream (or a handler of
// ours), audit for everything that acts, one envelope for every error. Without a handler the answer's bytes pass on
// as the upstream call left them.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import type { Role } from "../../bff/operator.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import type { SignedIn } from "../access/front-door.ts";
import type { StoredAnswer } from "../upstream/answer.ts";
import { call } from "../upstream/call.ts";
import { audited } from "./audited.ts";
import { baseHeaders } from "./headers.ts";
import type { RouteParams } from "./input.ts";
import { problemResponse } from "./problem.ts";
import { readAct } from "./read-act.ts";
import { roleFor } from "./roles.ts";

export interface RouteContext<Op extends Operation> {
  operator: SignedIn;
  input: OperationInput<Op>;
  request: Request;
  requestId: string;
}

/** What a handler of ours answers; `body` is sent as JSON, left out for an empty answer. */
export interface OwnAnswer {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export interface RouteOptions<Op extends Operation> {
  /** Overrides the table of roles, for routes outside of it. */
  role?: Role;
  /** Answers instead of the upstream. */
  handler?: (context: RouteContext<Op>) => Promise<OwnAnswer>;
  /** Answers when the upstream gave none; undefined: its failure stands. */
  otherwise?: (failure: unknown, context: RouteContext<Op>) => Promise<OwnAnswer | undefined>;
  /** Told of each answer of the upstream that is passed on; must not throw. */
  seen?: (answer: StoredAnswer, input: OperationInput<Op>) => void;
  /** False for an act that keeps its own record (signing out). */
  audit?: false;
}

export type Route = (request: Request, context: RouteParams) => Promise<Response>;

function passOn(answer: StoredAnswer, requestId: string): Response {
  const headers: Record<string, string> = { ...baseHeaders(requestId), ...answer.paging };
  headers[bffHeaders.observedAtMs] = String(answer.observedAtMs);
  if (answer.badItems > 0) headers[bffHeaders.badItems] = String(answer.badItems);
  if (answer.stale !== undefined) headers[bffHeaders.stale] = answer.stale;
  const bodiless = answer.status === 204 || answer.status === 205;
  return new Response(bodiless ? null : answer.bytes, { status: answer.status, headers });
}

function respond(answer: OwnAnswer, requestId: string): Response {
  const headers = { ...baseHeaders(requestId), ...answer.headers };
  const body = answer.body === undefined ? null : JSON.stringify(answer.body);
  return new Response(body, { status: answer.status, headers });
}

/** The route of an operation; its role comes from the table of roles unless given here. */
export function defineRoute<Op extends Operation>(operation: Op, options: RouteOptions<Op> = {}): Route {
  const role = options.role ?? roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id} is public: use publicRoute.`);
  const acts = operation.method !== "GET" && options.audit !== false;
  const { handler } = options;
  return async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const { operator, input, act } = await readAct(operation, role, request, context, requestId);
      const signal = request.signal;
      if (handler === undefined) {
        const ask = () => call(operation, input, acts ? {} : { signal, viewer: operator.sid });
        let answer: StoredAnswer;
        try {
          answer = await (acts ? audited(act, ask) : ask());
        } catch (failure) {
          const own = await options.otherwise?.(failure, { operator, input, request, requestId });
          if (own === undefined) throw failure;
          return respond(own, requestId);
        }
        options.seen?.(answer, input);
        return passOn(answer, requestId);
      }
      const answer = () => handler({ operator, input, request, requestId });
      return respond(await (acts ? audited(act, answer) : answer()), requestId);
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
}

/** A route that anyone may ask: only those the table of roles calls public. */
export function publicRoute(operation: Operation, handler: () => Promise<OwnAnswer>): Route {
  if (roleFor(operation.id) !== "public") throw new Error(`${operation.id} is not public: use defineRoute.`);
  return async () => {
    const requestId = crypto.randomUUID();
    try {
      return respond(await handler(), requestId);
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
}
