// From a contract operation to a Fastify route: parse, call the domain, write strictly.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Answer, Operation, OperationAnswer } from "../../lib/contract/operation.ts";
import { type Paging, pageLimit, pagingHeaders, pagingOf } from "../../lib/contract/paging.ts";
import { decodeQuery, issuesOf } from "../../lib/contract/request.ts";
import { strict } from "../../lib/contract/schema.ts";
import type { Access, Caller } from "../access.ts";
import { badRequest, forbidden } from "../domain/problem.ts";
import type { Paces } from "../paces.ts";
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
  /** Aborted when the client leaves before the answer is complete. */
  signal: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Takes over the reply and answers with these events, as they come and as the client takes them. */
  sendEvents: SendEvents;
}

/** What a handler answers with; `undefined` when it has taken over the reply (streams). */
export interface Reply<Value> {
  status: number;
  body?: Value;
  paging?: Paging;
  headers?: Readonly<Record<string, string>>;
}

/** A call before its operation's types are put on it. */
interface ErasedCall {
  params: unknown;
  query: unknown;
  body: unknown;
  caller: Caller;
  signal: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Takes over the reply and answers with these events, as they come and as the client takes them. */
  sendEvents: SendEvents;
}

export interface Implementation {
  operation: Operation;
  handle(call: ErasedCall): Promise<Reply<unknown> | undefined>;
}

/** Binds a handler to its operation. The handler's input and answer types come from the contract. */
export function implement<const Op extends Operation>(
  operation: Op,
  handle: (call: Call<Op>) => Promise<Reply<OperationAnswer<Op>> | undefined>,
): Implementation {
  return { operation, handle: async (call) => await handle(typed<Op>(call)) };
}

// `register` parsed the call by this very operation's schemas; the overload only says so to the compiler.
function typed<Op extends Operation>(call: ErasedCall): Call<Op>;
function typed(call: ErasedCall): unknown {
  return call;
}

/**
 * One page of a longer list, cut by the query's limit and offset. `whole`: for a list that early clients know
 * without pages; whoever names no limit gets all of it.
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

/** Whether the body is for the handler to read from the request as it arrives. */
export const takesStream = ({ body }: Operation) => body?.kind === "multipart" || body?.kind === "bytes";

/** Registers an implementation: `/a/{id}` becomes Fastify's `/a/:id`. */
export function register(
  app: FastifyInstance,
  implementation: Implementation,
  { access, paces }: { access: Access; paces: Paces },
): void {
  const { operation } = implementation;
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
    exposeHeadRoute: false,
    ...(operation.body?.kind === "json" && operation.body.maxBytes
      ? { bodyLimit: operation.body.maxBytes }
      : {}),
    // Before the body is read.
    onRequest: async (request) => void admit(access, operation, request),
    handler: async (request, reply) => {
      const caller = admit(access, operation, request);
      const left = new AbortController();
      reply.raw.once("close", () => left.abort());
      const { signal } = left;
      const answer = await implementation.handle({
        ...parse(operation, request),
        caller,
        signal,
        request,
        reply,
        sendEvents: (batches, heartbeats) =>
          sendEvents(reply, signal, batches, { ...paces.events, as: heartbeats ?? "comments" }),
      });
      if (answer) return send(operation, answer, reply);
      return reply;
    },
  });
}

/** Who calls; throws 401 and 403. */
function admit(access: Access, operation: Operation, request: FastifyRequest): Caller {
  const caller = access.caller(request.headers.authorization);
  if (caller.scope === "read" && operation.method !== "GET") throw forbidden("this token may only read");
  return caller;
}

function parse(operation: Operation, request: FastifyRequest) {
  const params = operation.params.safeParse(request.params);
  if (!params.success) throw invalid(issuesOf(params.error, "path"));
  const query = decodeQuery(operation.query, searchOf(request.raw.url ?? ""), "ignore");
  return { params: params.data, query, body: parseBody(operation, request) };
}

/** The query of a request target; 400 where it cannot be decoded, which URLSearchParams would gloss over. */
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

/** 400 whose details name each fault. */
export function invalid(issues: readonly { path: string; message: string }[]) {
  return badRequest(
    issues.map((issue) => `${issue.path}: ${issue.message}`).join("; "),
    issues.map((issue) => ({ code: "invalid_input", message: `${issue.path}: ${issue.message}` })),
  );
}

function send(operation: Operation, answer: Reply<unknown>, reply: FastifyReply) {
  const declared = operation.answers[answer.status];
  if (!declared)
    throw new Error(`${operation.id} answered ${answer.status}, which its contract does not have`);
  reply.code(answer.status).headers({ ...answer.headers });
  if (answer.paging) reply.headers(pagingHeaders(answer.paging));
  const json = written(declared, answer.body);
  if (json === undefined) return reply.send();
  return reply.header("content-type", "application/json").send(JSON.stringify(json));
}

/** The body in its strict form: a field the contract does not know is our own fault and never leaves. */
function written(declared: Answer, body: unknown): unknown {
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
