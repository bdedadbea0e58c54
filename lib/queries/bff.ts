// The only JSON fetch in the browser: an operation of the contract (or of the BFF's own) in, a parsed answer out.
import type { z } from "zod";
import { bffHeaders } from "@/lib/bff/headers";
import { problemBody } from "@/lib/bff/problem";
import type { ErrorDetail } from "@/lib/contract/error";
import type { Operation, OperationInput } from "@/lib/contract/operation";
import { type Paging, readPaging } from "@/lib/contract/paging";
import { issuesOf, toRequest } from "@/lib/contract/request";

/** A refusal or failure of the BFF, or `unreachable` with status 0 when no answer came. */
export class BffError extends Error {
  override readonly name = "BffError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      requestId?: string | undefined;
      details?: readonly ErrorDetail[];
      retryAfterSeconds?: number | undefined;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = more.requestId;
    this.details = more.details ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** How old an answer is and whether the upstream could be asked for it. */
export interface Observed {
  /** Epoch milliseconds. */
  observedAtMs: number;
  /** Error code of the upstream's failure when this is the last good answer instead of a new one. */
  stale: string | undefined;
}

/** An item of a list that does not fit the contract; the list lives. */
export interface BadItem {
  position: number;
  problem: string;
}

export interface Listing<Item> extends Observed {
  items: Item[];
  bad: BadItem[];
  /** Undefined when the upstream does not page this list: it is complete. */
  paging: Paging | undefined;
}

export interface Single<Value> extends Observed {
  value: Value;
}

type ItemOf<Op extends Operation> = Op["answers"][200] extends { item: infer Item extends z.ZodType }
  ? z.output<Item>
  : never;
type ValueOf<Op extends Operation> = Op["answers"][keyof Op["answers"]] extends infer A
  ? A extends { kind: "json"; schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never
  : never;

/** A list, item by item: those that cannot be read are named in `bad`, identical ids are kept once. */
export async function readList<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  signal?: AbortSignal,
): Promise<Listing<ItemOf<Op>>>;
export async function readList(
  operation: Operation,
  input: OperationInput<Operation>,
  signal?: AbortSignal,
): Promise<Listing<unknown>> {
  const answer = operation.answers[200];
  if (answer?.kind !== "list") throw new TypeError(`${operation.id} does not answer with a list`);
  const response = await send(operation, input, signal ? { signal } : {});
  const body = await jsonOf(response);
  if (!Array.isArray(body)) throw unreadable(response, "a list was expected");
  const items: unknown[] = [];
  const bad: BadItem[] = [];
  body.forEach((entry: unknown, position) => {
    const read = answer.item.safeParse(entry);
    if (read.success) items.push(read.data);
    else bad.push({ position, problem: faultsOf(read.error) });
  });
  return { ...observed(response), items, bad, paging: readPaging((name) => response.headers.get(name)) };
}

/** One resource. */
export async function readOne<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  signal?: AbortSignal,
): Promise<Single<ValueOf<Op>>>;
export async function readOne(
  operation: Operation,
  input: OperationInput<Operation>,
  signal?: AbortSignal,
): Promise<Single<unknown>> {
  const response = await send(operation, input, signal ? { signal } : {});
  return { ...observed(response), value: await parsedValue(operation, response) };
}

/** Does something, once: never repeated by itself. `reason` is kept in the audit. */
export async function act<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  reason?: string,
): Promise<ValueOf<Op> | undefined>;
export async function act(
  operation: Operation,
  input: OperationInput<Operation>,
  reason?: string,
): Promise<unknown> {
  const response = await send(operation, input, reason ? { reason } : {});
  const answer = operation.answers[response.status];
  return answer?.kind === "json" ? await parsedValue(operation, response) : undefined;
}

async function send(
  operation: Operation,
  input: OperationInput<Operation>,
  { signal, reason }: { signal?: AbortSignal; reason?: string },
): Promise<Response> {
  const { method, path, body } = toRequest(operation, input);
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(reason === undefined ? {} : { [bffHeaders.reason]: encodeURIComponent(reason) }),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new BffError(0, "unreachable", "The dashboard's server does not answer. It may be restarting.");
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function failureOf(response: Response): Promise<BffError> {
  const retryAfter = Number(response.headers.get("retry-after") ?? "");
  const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined;
  const requestId = response.headers.get(bffHeaders.requestId) ?? undefined;
  const read = problemBody.safeParse(await response.json().catch(() => undefined));
  if (!read.success) {
    return new BffError(
      response.status,
      "unreadable",
      `The server answered ${response.status} without a reason.`,
      {
        requestId,
        retryAfterSeconds,
      },
    );
  }
  return new BffError(response.status, read.data.code, read.data.message, {
    requestId: read.data.request_id,
    details: read.data.details ?? [],
    retryAfterSeconds,
  });
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw unreadable(response, "the body is no JSON");
  }
}

async function parsedValue(operation: Operation, response: Response): Promise<unknown> {
  const answer = operation.answers[response.status];
  if (answer?.kind !== "json") throw unreadable(response, `status ${response.status} was not expected`);
  const read = answer.schema.safeParse(await jsonOf(response));
  if (!read.success) throw unreadable(response, faultsOf(read.error));
  return read.data;
}

function unreadable(response: Response, why: string): BffError {
  return new BffError(response.status, "unreadable", `The answer cannot be read: ${why}.`, {
    requestId: response.headers.get(bffHeaders.requestId) ?? undefined,
  });
}

function faultsOf(error: z.ZodError): string {
  return issuesOf(error, "item")
    .map((issue) => `${issue.path}: ${issue.message}`)
    .join("; ");
}

function observed(response: Response): Observed {
  const atMs = Number(response.headers.get(bffHeaders.observedAtMs) ?? "");
  return {
    observedAtMs: Number.isFinite(atMs) && atMs > 0 ? atMs : Date.now(),
    stale: response.headers.get(bffHeaders.stale) ?? undefined,
  };
}
