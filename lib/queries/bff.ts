// The only JSON fetch in the browser. Responses are validated by the contract and carry their age; every failure is a
// BffError. Invalid items of a list are returned separately, never dropped.

import type * as z from "zod/mini";
import { apiAddress } from "../bff/base-path.ts";
import { type AnswerSource, answerSources, bffHeaders } from "../bff/headers.ts";
import { leavesOutcomeUnknown, problemBody } from "../bff/problem.ts";
import type { Answer, Operation, OperationAnswer, OperationInput } from "../contract/operation.ts";
import { type Paging, readPaging } from "../contract/paging.ts";
import { toRequest } from "../contract/request.ts";
import { pageHydration } from "../live/page-hydration.ts";
import { learnPresent, presentMs } from "../present.ts";
import { isUnanswered, unreadableAnswer, withActKey } from "./act-keys.ts";
import { pageHeaders } from "./page-headers.ts";
import { withProof } from "./proof.ts";
import { bffTexts } from "./query-messages.ts";
import { withSignIn } from "./sign-in-again.ts";

/** A failed call; `status` is 0 without a response. */
export class BffError extends Error {
  override readonly name = "BffError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: readonly string[];
  /** Whether an act was sent, and may have been done. */
  readonly isOutcomeUnknown: boolean;
  /** Whether it is the answer to an earlier request of the same act. */
  readonly isReplayed: boolean;
  constructor(
    status: number,
    code: string,
    message: string,
    context: {
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
      details?: readonly string[];
      isOutcomeUnknown?: boolean;
      isReplayed?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = context.requestId;
    this.retryAfterSeconds = context.retryAfterSeconds;
    this.details = context.details ?? [];
    this.isOutcomeUnknown = context.isOutcomeUnknown ?? false;
    this.isReplayed = context.isReplayed ?? false;
  }
}

/** Whether what was requested does not exist, or no longer. */
export const isNotFound = (error: unknown): error is BffError =>
  error instanceof BffError && error.status === 404;

/** Whether the API lacks the operation. */
export const isAbsent = (error: unknown): boolean => error instanceof BffError && error.status === 501;

/** Whether the API does not permit it with the dashboard's token, or the dashboard with the user's role. */
export const isForbidden = (error: unknown): boolean => error instanceof BffError && error.status === 403;

/** Throws as `sent` does, and says of a BffError whether the act may have been done. */
export async function asAct<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof BffError)) throw error;
    const { status, code, message } = error;
    if (!isUnanswered(error) && !leavesOutcomeUnknown(error)) throw error;
    const text = status === 0 ? bffTexts.mayBeDone(message) : message;
    throw new BffError(status, code, text, { ...error, isOutcomeUnknown: true });
  }
}

/** Age and origin of a response. */
export interface ResponseMeta {
  /** When the upstream responded, epoch milliseconds. */
  observedAtMs: number;
  /** Code of the failure that prevented a newer response; undefined when there was none. */
  stale: string | undefined;
  /** Source of the data, if not the operation itself. */
  source?: AnswerSource | undefined;
  requestId: string | undefined;
}

/** A list item that violates the contract, with its index and the violation. */
export interface BadItem {
  index: number;
  raw: unknown;
  fault: string;
}

export interface Page<Item> extends ResponseMeta {
  items: Item[];
  bad: BadItem[];
  /** Undefined: the list is complete. */
  paging: Paging | undefined;
}

export interface One<Item> extends ResponseMeta {
  data: Item;
}

export type ItemOf<Op extends Operation> = OperationAnswer<Op> extends (infer Item)[] ? Item : never;
type DataOf<Op extends Operation> = Exclude<OperationAnswer<Op>, undefined>;

/** The act on many that a call is a part of: the same in each of its calls. */
export interface PartOfMany {
  batchId?: string | undefined;
}

export interface BffOptions extends PartOfMany {
  signal?: AbortSignal | undefined;
  /** The operator's reason, for the audit record. */
  reason?: string | undefined;
  /** The key of an act that is one of its own even if an equal one is under way. */
  key?: string | undefined;
}

/** Converts an error response. */
export async function failureOf(response: Response): Promise<BffError> {
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const context = {
    requestId: response.headers.get(bffHeaders.requestId) ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    isReplayed: response.headers.has(bffHeaders.replayed),
  };
  const read = problemBody.safeParse(await response.json().catch(() => undefined));
  if (!read.success) {
    return new BffError(response.status, unreadableAnswer, bffTexts.answeredStatus(response.status), context);
  }
  const { code, message, request_id: requestId, details } = read.data;
  const lines = (details ?? []).map((detail) => detail.message ?? "").filter((line) => line !== "");
  return new BffError(response.status, code, message, { ...context, requestId, details: lines });
}

/** Fetches from the dashboard, whatever it answers; throws BffError when it cannot be reached, the abort reason when aborted. */
export async function reach(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  try {
    const headers = { ...pageHeaders(), ...init.headers };
    const hydration = pageHydration();
    if (hydration !== undefined) await hydration;
    const sentMs = Date.now();
    const response = await fetch(path, { ...init, headers, credentials: "same-origin", cache: "no-store" });
    learnPresent(response, sentMs);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new BffError(0, "dashboard_unreachable", bffTexts.cannotBeReached);
  }
}

/** Fetches from the dashboard; throws as `reach` does, and BffError for an error response. */
export async function reachOk(...sent: Parameters<typeof reach>): Promise<Response> {
  const response = await reach(...sent);
  if (response.ok) return response;
  throw await failureOf(response);
}

/** Sends a request and returns its successful response; when it needs a sign-in or a proof of identity, once more after that. */
function exchange<Op extends Operation>(operation: Op, input: OperationInput<Op>, options: BffOptions) {
  const reads = operation.method === "GET";
  const sent = () => send(operation, input, options);
  return withSignIn(() => withProof(reads ? sent : () => asAct(sent())), reads);
}

async function send<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: BffOptions,
): Promise<Response> {
  const line = toRequest(operation, input);
  const headers: Record<string, string> = { accept: "application/json" };
  if (line.body !== undefined) headers["content-type"] = "application/json";
  if (options.reason) headers[bffHeaders.reason] = encodeURIComponent(options.reason);
  if (options.batchId !== undefined) headers[bffHeaders.batch] = options.batchId;
  const init = {
    method: line.method,
    headers,
    body: line.body ?? null,
    signal: options.signal ?? null,
  };
  const address = apiAddress(line.path);
  if (line.method === "GET") return await reachOk(address, init);
  const sendAct = (key: string) =>
    reachOk(address, { ...init, headers: { ...headers, [bffHeaders.idempotencyKey]: key } });
  return await withActKey(line, sendAct, { own: options.key });
}

function responseMetaOf(response: Response): ResponseMeta {
  const observed = Number(response.headers.get(bffHeaders.observedAtMs) ?? Number.NaN);
  return {
    observedAtMs: Number.isFinite(observed) ? observed : presentMs(),
    stale: response.headers.get(bffHeaders.stale) ?? undefined,
    source: answerSources.find((source) => source === response.headers.get(bffHeaders.source)),
    requestId: response.headers.get(bffHeaders.requestId) ?? undefined,
  };
}

function expectedAnswer(operation: Operation, status: number): Answer {
  const first = Object.values<Answer | undefined>(operation.answers).find((answer) => answer !== undefined);
  return operation.answers[status] ?? first ?? { kind: "empty" };
}

const unreadable = (response: Response, message: string) =>
  new BffError(response.status, unreadableAnswer, message, {
    requestId: response.headers.get(bffHeaders.requestId) ?? undefined,
  });

/** The first fault, after the path of its field: `id: Invalid input: expected string`. */
function faultOf({ issues: [first] }: z.core.$ZodError): string {
  if (first === undefined) return bffTexts.unknownFault;
  return first.path.length === 0 ? first.message : `${first.path.join(".")}: ${first.message}`;
}

// Type guards for values that the operation's schema has just validated.
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
  const expected = expectedAnswer(operation, response.status);
  const body: unknown = await response.json().catch(() => undefined);
  if (expected.kind !== "list" || !Array.isArray(body))
    throw unreadable(response, bffTexts.answerCannotBeRead(bffTexts.expectedList));
  const items: ItemOf<Op>[] = [];
  const bad: BadItem[] = [];
  for (const [index, raw] of body.entries()) {
    const read = expected.item.safeParse(raw);
    if (isItem(operation, raw, read.success)) items.push(raw);
    else bad.push({ index, raw, fault: read.error === undefined ? bffTexts.isMissing : faultOf(read.error) });
  }
  const paging = readPaging((name) => response.headers.get(name));
  return { items, bad, paging, ...responseMetaOf(response) };
}

async function one<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: BffOptions = {},
): Promise<One<DataOf<Op>>> {
  const response = await exchange(operation, input, options);
  const expected = expectedAnswer(operation, response.status);
  if (expected.kind !== "json")
    throw unreadable(response, bffTexts.answerCannotBeRead(bffTexts.expectedObject));
  const raw: unknown = await response.json().catch(() => undefined);
  const read = expected.schema.safeParse(raw);
  if (!isData(operation, raw, read.success)) {
    const fault = read.error === undefined ? bffTexts.itIsMissing : faultOf(read.error);
    throw unreadable(response, bffTexts.answerCannotBeRead(fault));
  }
  return { data: raw, ...responseMetaOf(response) };
}

/** Performs an action; resolves to the response, or undefined when it is empty. Never retried automatically. */
async function act<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: BffOptions = {},
): Promise<DataOf<Op> | undefined> {
  const response = await exchange(operation, input, options);
  const expected = expectedAnswer(operation, response.status);
  if (expected.kind !== "json") return undefined;
  const raw: unknown = await response.json().catch(() => undefined);
  const read = expected.schema.safeParse(raw);
  if (isData(operation, raw, read.success)) return raw;
  throw unreadable(response, bffTexts.doneButUnreadable);
}

/** `list` for arrays, `one` for an object, `act` for everything that changes something. */
export const bff = { list, one, act } as const;
