// The only JSON fetch in the browser. Everything it returns was read by the contract and says how old it is; every
// failure is a BffError. An item that does not fit is handed on as bad beside the good ones, never dropped.
import * as z from "zod/mini";
import { type AnswerSource, answerSources, bffHeaders } from "../bff/headers.ts";
import { problemBody } from "../bff/problem.ts";
import type { Answer, Operation, OperationAnswer, OperationInput } from "../contract/operation.ts";
import { type Paging, readPaging } from "../contract/paging.ts";
import { toRequest } from "../contract/request.ts";

/** Any failed call: `status` 0 when no answer came at all. */
export class BffError extends Error {
  override readonly name = "BffError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: readonly string[];
  constructor(
    status: number,
    code: string,
    message: string,
    facts: {
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
      details?: string[];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.details = facts.details ?? [];
  }
}

/** Whether a failure says that the API does not have the operation at all. */
export const isAbsent = (error: unknown): boolean => error instanceof BffError && error.status === 501;

/** How old an answer is, and why it is not newer. */
export interface Truth {
  /** When the upstream said it, epoch milliseconds. */
  observedAtMs: number;
  /** Code of the failure that kept a newer answer away; undefined when this is the newest. */
  stale: string | undefined;
  /** Who told it when the operation asked did not; left out when it did. */
  source?: AnswerSource | undefined;
  requestId: string | undefined;
}

/** One item of a list that does not fit the contract, where it stood and what is wrong with it. */
export interface BadItem {
  index: number;
  raw: unknown;
  fault: string;
}

export interface Page<Item> extends Truth {
  items: Item[];
  bad: BadItem[];
  /** Undefined: the list is complete. */
  paging: Paging | undefined;
}

export interface One<Item> extends Truth {
  data: Item;
}

export type ItemOf<Op extends Operation> = OperationAnswer<Op> extends (infer Item)[] ? Item : never;
type DataOf<Op extends Operation> = Exclude<OperationAnswer<Op>, undefined>;

export interface BffOptions {
  signal?: AbortSignal | undefined;
  /** Why the operator does this; kept in the audit record. */
  reason?: string | undefined;
}

/** A refused or failed answer as what it says about itself. */
export async function failureOf(response: Response): Promise<BffError> {
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const facts = {
    requestId: response.headers.get(bffHeaders.requestId) ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
  const read = problemBody.safeParse(await response.json().catch(() => undefined));
  if (!read.success) {
    return new BffError(
      response.status,
      "unreadable_answer",
      `The dashboard answered ${response.status}.`,
      facts,
    );
  }
  const { code, message, request_id: requestId, details } = read.data;
  const lines = (details ?? []).map((detail) => detail.message ?? "").filter((line) => line !== "");
  return new BffError(response.status, code, message, { ...facts, requestId, details: lines });
}

function toSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname === "/sign-in") return;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`);
}

async function exchange<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: BffOptions,
): Promise<Response> {
  const line = toRequest(operation, input);
  const headers: Record<string, string> = { accept: "application/json" };
  if (line.body !== undefined) headers["content-type"] = "application/json";
  if (options.reason) headers[bffHeaders.reason] = encodeURIComponent(options.reason);
  let response: Response;
  try {
    response = await fetch(`/api${line.path}`, {
      method: line.method,
      headers,
      credentials: "same-origin",
      cache: "no-store",
      body: line.body ?? null,
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new BffError(0, "dashboard_unreachable", "The dashboard cannot be reached.");
  }
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.status === 401) toSignIn();
  throw failure;
}

function truthOf(response: Response): Truth {
  const observed = Number(response.headers.get(bffHeaders.observedAtMs) ?? Number.NaN);
  return {
    observedAtMs: Number.isFinite(observed) ? observed : Date.now(),
    stale: response.headers.get(bffHeaders.stale) ?? undefined,
    source: answerSources.find((source) => source === response.headers.get(bffHeaders.source)),
    requestId: response.headers.get(bffHeaders.requestId) ?? undefined,
  };
}

function promised(operation: Operation, status: number): Answer {
  const first = Object.values<Answer | undefined>(operation.answers).find((answer) => answer !== undefined);
  return operation.answers[status] ?? first ?? { kind: "empty" };
}

const unreadable = (response: Response, fault: string) =>
  new BffError(
    response.status,
    "unreadable_answer",
    `The answer does not fit the API's description: ${fault}`,
    {
      requestId: response.headers.get(bffHeaders.requestId) ?? undefined,
    },
  );

const faultOf = (error: z.core.$ZodError): string => z.prettifyError(error).split("\n")[0] ?? "unknown fault";

// Each value was read by the operation's own schema just before; these say so to the compiler.
const isItem = <Op extends Operation>(_: Op, value: unknown, fits: boolean): value is ItemOf<Op> =>
  fits && value !== undefined;
const isData = <Op extends Operation>(_: Op, value: unknown, fits: boolean): value is DataOf<Op> =>
  fits && value !== undefined;

async function list<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: BffOptions = {},
): Promise<Page<ItemOf<Op>>> {
  const response = await exchange(operation, input, options);
  const promise = promised(operation, response.status);
  const body: unknown = await response.json().catch(() => undefined);
  if (promise.kind !== "list" || !Array.isArray(body)) throw unreadable(response, "expected a list");
  const items: ItemOf<Op>[] = [];
  const bad: BadItem[] = [];
  for (const [index, raw] of body.entries()) {
    const read = promise.item.safeParse(raw);
    if (isItem(operation, raw, read.success)) items.push(raw);
    else bad.push({ index, raw, fault: read.error === undefined ? "is missing" : faultOf(read.error) });
  }
  const paging = readPaging((name) => response.headers.get(name));
  return { items, bad, paging, ...truthOf(response) };
}

async function one<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: BffOptions = {},
): Promise<One<DataOf<Op>>> {
  const response = await exchange(operation, input, options);
  const promise = promised(operation, response.status);
  if (promise.kind !== "json") throw unreadable(response, "expected an object");
  const raw: unknown = await response.json().catch(() => undefined);
  const read = promise.schema.safeParse(raw);
  if (!isData(operation, raw, read.success)) {
    throw unreadable(response, read.error === undefined ? "it is missing" : faultOf(read.error));
  }
  return { data: raw, ...truthOf(response) };
}

/** Acts; resolves to the answer, or undefined when it is empty. Never repeated on its own. */
async function act<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: BffOptions = {},
): Promise<DataOf<Op> | undefined> {
  const response = await exchange(operation, input, options);
  const promise = promised(operation, response.status);
  if (promise.kind !== "json") return undefined;
  const raw: unknown = await response.json().catch(() => undefined);
  const read = promise.schema.safeParse(raw);
  if (isData(operation, raw, read.success)) return raw;
  throw unreadable(response, "it was done, but what came back cannot be read");
}

/** `list` for arrays, `one` for an object, `act` for everything that changes something. */
export const bff = { list, one, act } as const;
