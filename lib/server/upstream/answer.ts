// From received bytes to an answer that may be passed on: JSON checked against the contract, cleaned, and kept as
// the bytes to send, so that any number of viewers costs one parse. Items that do not fit stay in the bytes and are
// counted; code in this process gets only those that fit.
import type { Operation, OperationAnswer, Answer as Promised } from "../../contract/operation.ts";
import { pagingHeaders, readPaging } from "../../contract/paging.ts";
import { holdsSecret, withoutKnownSecrets } from "../redact.ts";
import { badAnswer } from "./failure.ts";
import { headerOf, type Received } from "./send.ts";
import { visible } from "./view.ts";

export interface StoredAnswer {
  operation: Operation;
  status: number;
  /** Items that fit the contract, or the one item; undefined when the answer has no body or its item does not fit. */
  value: unknown;
  /** The body for the browser. */
  bytes: Uint8Array<ArrayBuffer>;
  badItems: number;
  paging: Readonly<Record<string, string>>;
  observedAtMs: number;
  /** Code of the failure that kept a newer answer away. */
  stale?: string;
}

/** A stored answer whose operation, and so the type of its value, is known. */
export interface Answer<Op extends Operation> extends StoredAnswer {
  value: OperationAnswer<Op> | undefined;
}

/**
 * Narrows a stored answer to the operation it answers. By id: an answer is kept for the whole process, in which the
 * framework may have loaded the operations more than once.
 */
export const answers = <Op extends Operation>(answer: StoredAnswer, operation: Op): answer is Answer<Op> =>
  answer.operation.id === operation.id;

/** What the operation promises for a status; another 2xx than promised is read like the first promised one. */
function promised(operation: Operation, status: number): Promised {
  const exact = operation.answers[status];
  if (exact !== undefined) return exact;
  const first = Object.values<Promised | undefined>(operation.answers).find((answer) => answer !== undefined);
  return first ?? { kind: "empty" };
}

function parse(received: Received): { text: string; json: unknown } {
  const type = headerOf(received.headers, "content-type") ?? "";
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) throw badAnswer("it is not JSON");
  const encoding = headerOf(received.headers, "content-encoding") ?? "identity";
  if (encoding !== "identity") throw badAnswer("it is compressed although nobody asked for that");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(received.bytes);
    return { text, json: JSON.parse(text) };
  } catch {
    throw badAnswer("it is not valid JSON");
  }
}

function clean(json: unknown): unknown {
  try {
    return visible(json);
  } catch (error) {
    if (error instanceof RangeError) throw badAnswer("it is nested too deep");
    throw error;
  }
}

/** Reads what was received as the operation's answer; throws UpstreamFailure when it cannot be one. */
export function readAnswer(operation: Operation, received: Received): StoredAnswer {
  const { status, receivedAtMs: observedAtMs } = received;
  const promise = promised(operation, status);
  const empty = {
    operation,
    status,
    value: undefined,
    bytes: new Uint8Array(),
    badItems: 0,
    paging: {},
    observedAtMs,
  };
  if (promise.kind !== "json" && promise.kind !== "list") return empty;
  if (status === 204 || status === 205) throw badAnswer("it is empty");
  const { text, json } = parse(received);
  const seen = clean(json);
  const shown = seen === json ? text : JSON.stringify(seen);
  const safe = holdsSecret(shown) ? withoutKnownSecrets(shown) : shown;
  const bytes = new TextEncoder().encode(safe);
  if (promise.kind === "json") {
    if (typeof seen !== "object" || seen === null || Array.isArray(seen))
      throw badAnswer("it is not an object");
    const ok = promise.schema.safeParse(seen).success;
    return { ...empty, value: ok ? seen : undefined, bytes, badItems: ok ? 0 : 1 };
  }
  if (!Array.isArray(seen)) throw badAnswer("it is not a list");
  const good = seen.filter((item: unknown) => promise.item.safeParse(item).success);
  const paging = promise.paged ? readPaging((name) => headerOf(received.headers, name)) : undefined;
  return {
    ...empty,
    value: good,
    bytes,
    badItems: seen.length - good.length,
    paging: paging === undefined ? {} : pagingHeaders(paging),
  };
}
