// A JSON route is one call of defineRoute: sign-in and role, input validated by the contract, the upstream or an answer
// of our own, audit of writes, and one error format. Without an answer of our own the redacted bytes of the upstream's
// answer are forwarded.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operation, OperationAnswer, OperationInput } from "../../contract/operation.ts";
import { isEachAudited } from "../auth/operation-audit.ts";
import { roleFor } from "../auth/operation-roles.ts";
import { renewedCookie, type SignedIn } from "../auth/require-operator.ts";
import { type Database, database } from "../db/database.ts";
import type { HandlerResponse } from "../kernel/handler-response.ts";
import type { StoredAnswer } from "../upstream/answer.ts";
import { call } from "../upstream/call.ts";
import { audited } from "./audited.ts";
import { problemResponse } from "./problem-response.ts";
import { readAuditedInput } from "./read-audited-input.ts";
import { baseHeaders } from "./response-headers.ts";
import type { RouteParams } from "./route-input.ts";

export interface RouteContext<Op extends Operation> {
  operator: SignedIn;
  input: OperationInput<Op>;
  request: Request;
  requestId: string;
  db: Database;
  /** When the answer is made; epoch milliseconds. */
  nowMs: number;
}

/** Returns the body of an operation's response; nothing where it has none. */
type AnswerOf<Op extends Operation> =
  undefined extends OperationAnswer<Op>
    ? (context: RouteContext<Op>) => Promise<void>
    : (context: RouteContext<Op>) => Promise<OperationAnswer<Op>>;

export interface RouteOptions<Op extends Operation> {
  /** Answers instead of the upstream, with the operation's status. */
  answer?: AnswerOf<Op>;
  /** The same, with a status and headers of its own. */
  handler?: (context: RouteContext<Op>) => Promise<HandlerResponse>;
  /** Responds when the upstream call failed; undefined: its failure is the response. */
  fallback?: (failure: unknown, context: RouteContext<Op>) => Promise<HandlerResponse | undefined>;
  /** Called with each forwarded answer of the upstream; must not throw. */
  onAnswer?: (answer: StoredAnswer, input: OperationInput<Op>) => void;
  /**
   * For an audited operation whose path does not name its object: `target`, its name before
   * the write, and `made`, the id of what the upstream's answer says was made.
   */
  audit?: {
    target: (input: OperationInput<Op>, db: Database) => string | Promise<string>;
    made?: (answer: StoredAnswer) => string | undefined;
  };
}

export type Route = (request: Request, context: RouteParams) => Promise<Response>;

function upstreamResponse(answer: StoredAnswer, requestId: string): Response {
  const headers: Record<string, string> = { ...baseHeaders(requestId), ...answer.paging };
  headers[bffHeaders.observedAtMs] = String(answer.observedAtMs);
  if (answer.badItems > 0) headers[bffHeaders.badItems] = String(answer.badItems);
  if (answer.stale !== undefined) headers[bffHeaders.stale] = answer.stale;
  const bodiless = answer.status === 204 || answer.status === 205;
  return new Response(bodiless ? null : answer.bytes, { status: answer.status, headers });
}

function respond(answer: HandlerResponse, requestId: string): Response {
  const headers = { ...baseHeaders(requestId), ...answer.headers };
  const text = answer.body === undefined ? null : JSON.stringify(answer.body);
  return new Response(answer.bytes ? new Uint8Array(answer.bytes) : text, { status: answer.status, headers });
}

/** The handler of an operation that has one answer. */
function answering<Op extends Operation>(operation: Op, answer: AnswerOf<Op>) {
  const [status, ...others] = Object.keys(operation.answers).map(Number);
  if (status === undefined || others.length > 0)
    throw new Error(`${operation.id} has not exactly one answer.`);
  return async (context: RouteContext<Op>) => ({ status, body: await answer(context) });
}

/** The route of an operation; its role comes from auth/operation-roles.ts. */
export function defineRoute<Op extends Operation>(operation: Op, options: RouteOptions<Op> = {}): Route {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id} is public: use publicRoute.`);
  const acts = isEachAudited(operation);
  const handler = options.answer ? answering(operation, options.answer) : options.handler;
  return withRenewedCookie(async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const { operator, input, act } = await readAuditedInput(operation, role, request, context, requestId);
      const named = options.audit;
      if (named !== undefined) act.target = await named.target(input, database());
      const contextNow = () => ({ operator, input, request, requestId, db: database(), nowMs: Date.now() });
      const signal = request.signal;
      if (handler === undefined) {
        const send = () => call(operation, input, acts ? {} : { signal, viewer: operator.sid });
        let answer: StoredAnswer;
        try {
          answer = await (acts ? audited(act, send, named?.made) : send());
        } catch (failure) {
          const own = await options.fallback?.(failure, contextNow());
          if (own === undefined) throw failure;
          return respond(own, requestId);
        }
        options.onAnswer?.(answer, input);
        return upstreamResponse(answer, requestId);
      }
      const handle = () => handler(contextNow());
      return respond(await (acts ? audited(act, handle) : handle()), requestId);
    } catch (error) {
      return problemResponse(error, requestId);
    }
  });
}

/** Gives the browser a new key for its sign-in when the present one is old. An answer that sets a cookie itself, as that
 *  of a sign-out, stays as it is. */
const withRenewedCookie =
  (route: Route): Route =>
  async (request, context) => {
    const response = await route(request, context);
    const cookie = response.headers.has("set-cookie") ? undefined : await renewedCookie(request);
    if (cookie !== undefined) response.headers.append("set-cookie", cookie);
    return response;
  };

/** A route without sign-in, for the operations that auth/operation-roles.ts lists as public. */
export function publicRoute(operation: Operation, handler: () => Promise<HandlerResponse>): Route {
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
