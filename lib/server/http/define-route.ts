// A JSON route is one call of defineRoute: sign-in and role, input validated by the contract, the upstream or an answer
// of our own, audit of writes, and one error format. Without an answer of our own the redacted bytes of the upstream's
// answer are forwarded.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operation, OperationAnswer, OperationInput } from "../../contract/operation.ts";
import type { ActKey } from "../audit/acts.ts";
import { auditRuleOf } from "../auth/operation-audit.ts";
import { roleFor } from "../auth/operation-roles.ts";
import { renewedCookie, type SignedIn } from "../auth/require-operator.ts";
import { type Database, database } from "../db/database.ts";
import type { HandlerResponse } from "../kernel/handler-response.ts";
import type { StoredAnswer } from "../upstream/answer.ts";
import { call } from "../upstream/call.ts";
import { actKeyOf, actOnce } from "./act-once.ts";
import { type Act, type AuditedOptions, audited } from "./audited.ts";
import { auditOpening } from "./audited-opening.ts";
import { type ReplyRoute, registerRead } from "./direct-reads.ts";
import { problemReply } from "./problem-response.ts";
import { readAuditedInput } from "./read-audited-input.ts";
import { type Reply, responseOf } from "./reply.ts";
import { baseHeaders } from "./response-headers.ts";
import type { RouteParams } from "./route-input.ts";
import { routed } from "./routed.ts";

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
  /** What is sent to the upstream in place of the input, which is audited. */
  sends?: (input: OperationInput<Op>) => Promise<OperationInput<Op>>;
  /** Called with each forwarded answer of the upstream; must not throw. */
  onAnswer?: (answer: StoredAnswer, input: OperationInput<Op>) => void;
  /**
   * For an audited operation whose path does not say all of what it does: `target`, its object before the write and
   * what is done to it, and `made`, the id of what it made or was done to by the upstream's answer.
   */
  audit?: {
    target: (input: OperationInput<Op>, db: Database) => string | Promise<string>;
    made?: (answer: StoredAnswer, input: OperationInput<Op>) => string | undefined;
  };
  /** For an operation that is audited by opening: the objects that the answer shows. */
  opens?: (input: OperationInput<Op>, db: Database) => Promise<string[]>;
}

export type Route = (request: Request, context: RouteParams) => Promise<Response>;

function upstreamReply(answer: StoredAnswer, requestId: string): Reply {
  const headers: Record<string, string> = { ...baseHeaders(requestId), ...answer.paging };
  headers[bffHeaders.observedAtMs] = String(answer.observedAtMs);
  if (answer.badItems > 0) headers[bffHeaders.badItems] = String(answer.badItems);
  if (answer.stale !== undefined) headers[bffHeaders.stale] = answer.stale;
  const bodiless = answer.status === 204 || answer.status === 205;
  return { status: answer.status, headers, body: bodiless ? null : answer.bytes };
}

function ownReply(answer: HandlerResponse, requestId: string): Reply {
  const headers = { ...baseHeaders(requestId), ...answer.headers };
  const text = answer.body === undefined ? null : JSON.stringify(answer.body);
  return { status: answer.status, headers, body: answer.bytes ? new Uint8Array(answer.bytes) : text };
}

/** The handler of an operation that has one answer. */
function answering<Op extends Operation>(operation: Op, answer: AnswerOf<Op>) {
  const [status, ...others] = Object.keys(operation.answers).map(Number);
  if (status === undefined || others.length > 0)
    throw new Error(`${operation.id} has not exactly one answer.`);
  return async (context: RouteContext<Op>) => ({ status, body: await answer(context) });
}

/** The options of an audited act whose response is `replyOf`. */
const auditedOnce = <T>(
  requestId: string,
  once: ActKey | undefined,
  replyOf: (done: T) => Reply,
): AuditedOptions<T> => ({
  once,
  replyTo: (end) => ("done" in end ? replyOf(end.done) : problemReply(end.error, requestId)),
});

/** The route of an operation; its role comes from auth/operation-roles.ts. */
export function defineRoute<Op extends Operation>(operation: Op, options: RouteOptions<Op> = {}): Route {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id} is public: use publicRoute.`);
  const rule = auditRuleOf(operation);
  const acts = rule === "each";
  const { opens } = options;
  if ((rule === "opening") !== (opens !== undefined))
    throw new Error(`${operation.id} is audited by the rule ${rule}: its route must do the same.`);
  const handler = options.answer ? answering(operation, options.answer) : options.handler;

  async function forwarded({
    act,
    context,
    once,
  }: {
    act: Act;
    context: () => RouteContext<Op>;
    once: ActKey | undefined;
  }): Promise<Reply> {
    const { input, request, requestId, operator } = context();
    const send = async () => {
      const sent = (await options.sends?.(input)) ?? input;
      return await call(operation, sent, acts ? {} : { signal: request.signal, viewer: operator.sid });
    };
    const replyOf = (answer: StoredAnswer) => upstreamReply(answer, requestId);
    const made = options.audit?.made;
    const madeBy = made && ((done: StoredAnswer) => made(done, input));
    let answer: StoredAnswer;
    try {
      answer = await (acts
        ? audited(act, send, { ...auditedOnce(requestId, once, replyOf), ...(madeBy && { madeBy }) })
        : send());
    } catch (failure) {
      const own = await options.fallback?.(failure, context());
      if (own === undefined) throw failure;
      return ownReply(own, requestId);
    }
    options.onAnswer?.(answer, input);
    return replyOf(answer);
  }

  const route = withRenewedCookie(
    routed(operation, async (request, routeContext) => {
      const requestId = crypto.randomUUID();
      try {
        const read = await readAuditedInput(operation, role, request, routeContext, requestId);
        const { operator, input, act } = read;
        const key = acts
          ? actKeyOf(request, { userId: operator.userId, action: operation.id, input })
          : undefined;
        if (options.audit !== undefined) act.target = await options.audit.target(input, database());
        // The request's id names one act.
        for (const [at, target] of ((await opens?.(input, database())) ?? []).entries())
          await auditOpening({ ...act, target, requestId: at === 0 ? requestId : crypto.randomUUID() });
        const context = () => ({ operator, input, request, requestId, db: database(), nowMs: Date.now() });
        const run = async () => {
          if (handler === undefined) return await forwarded({ act, context, once: key });
          const replyOf = (answer: HandlerResponse) => ownReply(answer, requestId);
          const handle = () => handler(context());
          return replyOf(
            await (acts ? audited(act, handle, auditedOnce(requestId, key, replyOf)) : handle()),
          );
        };
        return await (key === undefined ? run() : actOnce(database(), key, request.signal, run));
      } catch (error) {
        return problemReply(error, requestId);
      }
    }),
  );
  return responding(operation, route);
}

/** Gives the browser a new key for its sign-in when the present one is old. An answer that sets a cookie itself, as that
 *  of a sign-out, stays as it is. */
const withRenewedCookie =
  (route: ReplyRoute<Reply>): ReplyRoute<Reply> =>
  async (request, context) => {
    const reply = await route(request, context);
    const cookie = "set-cookie" in reply.headers ? undefined : await renewedCookie(request);
    return cookie === undefined ? reply : { ...reply, headers: { ...reply.headers, "set-cookie": cookie } };
  };

/** A route as the framework calls it. Where it only reads, the server may call it without the framework. */
export function responding({ method, path }: Operation, route: ReplyRoute): Route {
  if (method === "GET") registerRead(path, route);
  return async (request, context) => responseOf(await route(request, context));
}

/** A route without sign-in, for the operations that auth/operation-roles.ts lists as public. */
export function publicRoute(operation: Operation, handler: () => Promise<HandlerResponse>): Route {
  if (roleFor(operation.id) !== "public") throw new Error(`${operation.id} is not public: use defineRoute.`);
  const route = routed(operation, async () => {
    const requestId = crypto.randomUUID();
    try {
      return ownReply(await handler(), requestId);
    } catch (error) {
      return problemReply(error, requestId);
    }
  });
  return responding(operation, route);
}
