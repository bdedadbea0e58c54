// Calls of the dashboard's routes in this process, with the request that called the tool: role, input, redaction, audit
// and idempotency are those of the route, so that a tool can do nothing that its caller could not do without it.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import { problemBody } from "../../bff/problem.ts";
import { hasRole, type Role } from "../../bff/roles.ts";
import type { Operation, OperationAnswer, OperationInput } from "../../contract/operation.ts";
import { readPaging } from "../../contract/paging.ts";
import { toRequest } from "../../contract/request.ts";
import { roleFor } from "../auth/operation-roles.ts";
import { isForPeople } from "../auth/people-only.ts";
import type { Route } from "../http/define-route.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { peerHeader } from "../kernel/peer.ts";
import { Problem } from "../kernel/problem.ts";
import type { AnswerHeaders, Calls } from "./tool.ts";

/** What a route refused or failed at. */
export class RouteFailure extends Problem {
  /** The request that log and audit have. */
  readonly requestId: string | undefined;
  constructor(response: Response, body: unknown) {
    const read = problemBody.safeParse(body);
    const { code, message, details, request_id: requestId } = read.success ? read.data : noBody;
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    super(response.status, code, message, {
      ...(details && { details }),
      ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
    });
    this.requestId = requestId;
  }
}

const noBody = {
  code: "failed",
  message: "The dashboard failed.",
  details: undefined,
  request_id: undefined,
};

/** The handlers of routes by operation id. */
export type Routes = Readonly<Record<string, Route>>;

/** Headers of the tool's request that say who sends it, and from where. */
const passedOn = ["authorization", "cookie", "origin", "host", "sec-fetch-site", peerHeader] as const;

export const mayCall = (role: Role, { id }: Operation): boolean => {
  const needed = roleFor(id);
  return needed !== "public" && hasRole(role, needed) && !isForPeople(id);
};

function headersOf(request: Request, act: { reason: string; idempotency_key: string } | undefined): Headers {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (act === undefined) return headers;
  headers.set(bffHeaders.idempotencyKey, act.idempotency_key);
  headers.set(bffHeaders.reason, encodeURIComponent(act.reason));
  return headers;
}

// A type guard for the compiler: the route has made the body by the operation's own schema.
const isAnswer = <Op extends Operation>(_: Op, body: unknown): body is OperationAnswer<Op> =>
  body === undefined || typeof body === "object";

function headersOfAnswer({ headers }: Response): AnswerHeaders {
  const observedAt = headers.get(bffHeaders.observedAtMs);
  const paging = readPaging((name) => headers.get(name));
  return {
    nextOffset: paging?.hasMore === true ? paging.nextOffset : null,
    readAtMs: observedAt === null ? null : Number(observedAt),
    stale: headers.get(bffHeaders.stale) ?? undefined,
  };
}

export function callsOf(
  routes: Routes,
  { request, role, nowMs }: { request: Request; role: Role; nowMs: number },
): Calls {
  async function send<Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    act?: { reason: string; idempotency_key: string },
  ) {
    const route = routes[operation.id];
    if (route === undefined) throw new Error(`${operation.id} is not passed to the assistants' endpoint.`);
    const line = toRequest(operation, input);
    const headers = headersOf(request, act);
    if (line.body !== undefined) headers.set("content-type", "application/json");
    const { params } = { params: {}, ...input };
    const response = await route(
      new Request(`http://tool.invalid/api${line.path}`, {
        method: line.method,
        headers,
        body: line.body ?? null,
        signal: request.signal,
      }),
      { params: Promise.resolve(params) },
    );
    const body = parsedJson(await response.text());
    if (response.ok && isAnswer(operation, body)) return { answer: body, ...headersOfAnswer(response) };
    throw new RouteFailure(response, body);
  }
  return {
    nowMs,
    may: (operation) => mayCall(role, operation),
    call: async (operation, input, act) => (await send(operation, input, act)).answer,
    read: (operation, input) => send(operation, input),
  };
}
