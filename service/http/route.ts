// Registers the operations of the contract as Fastify routes: parses input, calls the handler, validates the answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Answer, Operation, OperationAnswer } from "../../lib/contract/operation.ts";
import { type Paging, pageLimit, pagingHeaders, pagingOf } from "../../lib/contract/paging.ts";
import { decodeQuery, issuesOf } from "../../lib/contract/request.ts";
import { strict } from "../../lib/contract/schema.ts";
import { type Access, type Caller, callerHeader } from "../kernel/access.ts";
import type { Paces } from "../kernel/paces.ts";
import { badRequest, forbidden, invalidInput } from "../kernel/problem.ts";
import { type SendEvents, sendEvents } from "./event-stream.ts";

type BodyOf<Op extends Operation> = Op extends {
  body: { kind: "json"; schema: infer S extends z.ZodMiniType };
}
  ? Op extends { body: { required: true } }
    ? z.output<S>
    : z.output<S> | undefined
  : undefined;

export interface Call<Op extends Operation> {
  params: z.output<Op["params"]>;
  query: z.output<Op["query"]>;
  body: BodyOf<Op>;
  caller: Caller;
  /** Aborted when the connection closes, in particular before the answer is complete. */
  signal: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Takes over the reply and streams these events, at the pace of the client. */
  sendEvents: SendEvents;
}

/** The result of a handler; handlers that write the reply themselves (streams) return undefined. */
export interface Reply<Value> {
  status: number;
  body?: Value;
  paging?: Paging;
  headers?: Readonly<Record<string, string>>;
  /** Undoes what only this answer names. Called when it is not sent: its client has left, or what was done is not stored. */
  undo?: () => Promise<void>;
}

/** A call without its operation's types. */
type ErasedCall = Omit<Call<Operation>, "params" | "query" | "body"> &
  Record<"params" | "query" | "body", unknown>;

export interface Implementation {
  operation: Operation;
  handle(call: ErasedCall): Promise<Reply<unknown> | undefined>;
}

/** Binds a handler to its operation, whose contract types the handler's input and answer. */
export function implement<const Op extends Operation>(
  operation: Op,
  handle: (call: Call<Op>) => Promise<Reply<OperationAnswer<Op>> | undefined>,
): Implementation {
  return { operation, handle: async (call) => await handle(typed<Op>(call)) };
}

// Type-safe because `register` parsed the call with the schemas of the same operation.
function typed<Op extends Operation>(call: ErasedCall): Call<Op>;
function typed(call: ErasedCall): unknown {
  return call;
}

/**
 * The page of a list that the query's limit and offset select. `whole`: without a limit the page is the whole list,
 * for lists that had no paging at first.
 */
export function page<Item>(
  items: readonly Item[],
  query: { limit?: number | undefined; offset?: number | undefined },
  unlimited?: "whole",
): { body: Item[]; paging: Paging } {
  const limit = query.limit ?? (unlimited ? Math.max(pageLimit.max, items.length) : pageLimit.standard);
  const offset = query.offset ?? 0;
  const body = items.slice(offset, offset + limit);
  return {
    body,
    paging: pagingOf({ limit, offset, count: body.length, hasMore: items.length > offset + body.length }),
  };
}

/** True when the handler reads the body from the request as a stream. */
export const hasStreamedBody = ({ body }: Operation) => body?.kind === "multipart" || body?.kind === "bytes";

/**
 * Called when a request is handled, before its input is parsed; what it returns is called with the status when the answer
 * has been sent or its connection has closed.
 */
export type OnCall = (operation: Operation, params: unknown) => ((status: number) => void) | undefined;

/**
 * Resolves when what an act has changed is stored. Rejects with a Problem when that takes too long; `isUndone`: the act is
 * undone then.
 */
export type Settled = (isUndone: boolean) => Promise<void>;

/** Fastify's form of a path: `/a/:id` for `/a/{id}`. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Registers an implementation. */
export function register(
  app: FastifyInstance,
  implementation: Implementation,
  {
    access,
    paces,
    onCall,
    settled,
  }: { access: Access; paces: Paces; onCall?: OnCall; settled?: Settled | undefined },
): void {
  const { operation } = implementation;
  app.route({
    method: operation.method,
    url: routePath(operation.path),
    exposeHeadRoute: false,
    ...(operation.body?.kind === "json" && operation.body.maxBytes
      ? { bodyLimit: operation.body.maxBytes }
      : {}),
    // Before the body is read, so that unauthorized bodies cost nothing.
    onRequest: async (request) => void authorize(access, operation, request),
    handler: async (request, reply) => {
      const caller = authorize(access, operation, request);
      const closed = new AbortController();
      const onAnswered = onCall?.(operation, request.params);
      reply.raw.once("close", () => {
        closed.abort();
        onAnswered?.(reply.raw.statusCode);
      });
      const { signal } = closed;
      const answer = await implementation.handle({
        ...parse(operation, request),
        caller,
        signal,
        request,
        reply,
        sendEvents: (batches, form) => sendEvents(reply, signal, batches, { ...paces.events, ...form }),
      });
      if (operation.method !== "GET") await complete(answer, signal, settled);
      if (answer) return send(operation, answer, reply);
      return reply;
    },
  });
}

/** Waits until what was done is stored, and undoes what only its answer names if that is not sent. */
async function complete({ undo }: Pick<Reply<unknown>, "undo"> = {}, signal: AbortSignal, settled?: Settled) {
  try {
    await settled?.(undo !== undefined);
  } catch (error) {
    await undo?.();
    throw error;
  }
  if (signal.aborted) await undo?.();
}

/** The caller; throws Problem 401 and 403. */
function authorize(access: Access, operation: Operation, request: FastifyRequest): Caller {
  const caller = access.caller(request.headers.authorization, request.headers[callerHeader]);
  if (caller.scope === "read" && operation.method !== "GET") throw forbidden("this token may only read");
  return caller;
}

function parse(operation: Operation, request: FastifyRequest) {
  const params = operation.params.safeParse(request.params);
  if (!params.success) throw invalid(issuesOf(params.error, "path"));
  const query = decodeQuery(operation.query, searchOf(request.raw.url ?? ""), "ignore");
  return { params: params.data, query, body: parseBody(operation, request) };
}

/** The query of a request target. Throws Problem 400 for invalid encoding, which URLSearchParams would accept. */
function searchOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  const text = start === -1 ? "" : target.slice(start + 1);
  try {
    decodeURIComponent(text);
  } catch {
    throw badRequest("the query is not valid percent-encoded UTF-8");
  }
  return new URLSearchParams(text);
}

function parseBody(operation: Operation, request: FastifyRequest): unknown {
  const { body } = operation;
  if (body?.kind !== "json") return undefined;
  if (request.body === undefined) {
    if (body.required)
      throw badRequest("a JSON body is required; send it with content-type application/json");
    return undefined;
  }
  const read = (body.closed ? strict(body.schema) : body.schema).safeParse(request.body);
  if (!read.success) throw invalid(issuesOf(read.error, "body"));
  return read.data;
}

/** Problem 400 with one detail for each issue. */
export function invalid(issues: readonly { path: string; message: string }[]) {
  return invalidInput(issues.map(({ path, message }) => `${path}: ${message}`));
}

function send(operation: Operation, answer: Reply<unknown>, reply: FastifyReply) {
  const declared = operation.answers[answer.status];
  if (!declared)
    throw new Error(`${operation.id} answered ${answer.status}, which its contract does not have`);
  reply.code(answer.status).headers({ ...answer.headers });
  if (answer.paging) reply.headers(pagingHeaders(answer.paging));
  const json = serializeBody(declared, answer.body);
  if (json === undefined) return reply.send();
  return reply.header("content-type", "application/json").send(JSON.stringify(json));
}

/** The body checked strictly: a field outside the contract is a bug, and throwing keeps it from being sent. */
function serializeBody(declared: Answer, body: unknown): unknown {
  switch (declared.kind) {
    case "json":
      return strict(declared.schema).parse(body);
    case "list":
      return z.array(strict(declared.item)).parse(body);
    case "empty":
      return undefined;
    case "bytes":
    case "events":
      throw new Error("byte and event answers are written by their handler");
  }
}
