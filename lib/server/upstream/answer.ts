// Turns a received body into an answer that may be forwarded: JSON checked against the contract, redacted, and stored
// as the bytes to send, so that any number of viewers costs one parse. Items that do not match the contract stay in the
// bytes and are counted; code in this process gets the matching ones only.
import { $ZodObject, $ZodObjectJIT, type $ZodType, safeParse } from "zod/v4/core";
import type { Operation, OperationAnswer, Answer as Promised } from "../../contract/operation.ts";
import { pagingHeaders, readPaging } from "../../contract/paging.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { cutItems, wholeListMaxBytes } from "./cut-list.ts";
import { visible } from "./redact-answer.ts";
import { headerOf, type Received } from "./send.ts";
import { badAnswer } from "./upstream-failure.ts";

/** An answer as read and forwarded. */
export interface StoredAnswer {
  operation: Operation;
  status: number;
  /** The matching items of a list, or the single item; undefined when there is no body or the item does not match. */
  value: unknown;
  /** The redacted body for the browser. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The whole redacted body, where long texts of its items were left out of `bytes`. */
  uncut?: Uint8Array<ArrayBuffer>;
  /** Number of items that do not match the contract. */
  badItems: number;
  /** Paging headers by their lower-case names; empty unless the operation is paged. */
  paging: Readonly<Record<string, string>>;
  /** When the body was complete, epoch milliseconds. */
  observedAtMs: number;
  /** Code of the failure because of which this older answer is returned. */
  stale?: string;
}

/** An answer as cached: its value would take more memory than its bytes, and most answers are only forwarded. */
export type CachedAnswer = Omit<StoredAnswer, "value">;

/** A stored answer whose operation, and so the type of its value, is known. */
export interface Answer<Op extends Operation> extends StoredAnswer {
  value: OperationAnswer<Op> | undefined;
}

/** Narrows a stored answer to its operation. Compares ids, because answers are cached per process, in which the
 *  framework may load the operations more than once. */
export const answers = <Op extends Operation>(answer: StoredAnswer, operation: Op): answer is Answer<Op> =>
  answer.operation.id === operation.id;

/** The operation's answer for a status; an unlisted 2xx status is read like the first listed one. */
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
  if (encoding !== "identity") throw badAnswer("it is compressed although that was not requested");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(received.bytes);
    return { text, json: JSON.parse(text) };
  } catch {
    throw badAnswer("it is not valid JSON");
  }
}

function clean(text: string, json: unknown): unknown {
  try {
    return visible(text, json);
  } catch (error) {
    if (error instanceof RangeError) throw badAnswer("it is nested too deep");
    throw error;
  }
}

/** The body as it is forwarded; `received` where nothing was redacted. */
function bytesToForward(
  redacted: unknown,
  received: { text: string; bytes: Uint8Array<ArrayBuffer> } | undefined,
  { kind }: Promised,
): Pick<StoredAnswer, "bytes" | "uncut"> {
  const text = received?.text ?? JSON.stringify(redacted);
  // The first byte of a byte order mark, which the text is without and which JSON must not begin with (RFC 8259, 8.1).
  const isAsReceived = received !== undefined && received.bytes[0] !== 0xef;
  const bytes = isAsReceived ? received.bytes : new TextEncoder().encode(text);
  const isLong = kind === "list" && Array.isArray(redacted) && text.length > wholeListMaxBytes;
  if (!isLong) return { bytes };
  return { bytes: new TextEncoder().encode(JSON.stringify(cutItems(redacted))), uncut: bytes };
}

const compiledSchemas = new WeakMap<$ZodType, $ZodType>();

/**
 * A schema that checks an object by code made for its fields, in a third of the time. The contract's own do not, as they are
 * for browsers, too, where the policy of pages forbids it.
 */
function compiled(schema: $ZodType): $ZodType {
  if (!(schema instanceof $ZodObject)) return schema;
  const made = compiledSchemas.get(schema) ?? new $ZodObjectJIT(schema._zod.def);
  compiledSchemas.set(schema, made);
  return made;
}

const matches = (value: unknown, schema: $ZodType): boolean => safeParse(compiled(schema), value).success;

const matching = (items: readonly unknown[], item: $ZodType): unknown[] =>
  items.filter((each) => matches(each, item));

/** The value of a cached answer, as it was when its body was read. */
function parsedValue({ operation, status, bytes, uncut, badItems }: CachedAnswer): unknown {
  const promise = promised(operation, status);
  if (promise.kind !== "json" && promise.kind !== "list") return undefined;
  if (promise.kind === "json" && badItems > 0) return undefined;
  const json = parsedJson(new TextDecoder().decode(uncut ?? bytes));
  return promise.kind === "list" && badItems > 0 && Array.isArray(json) ? matching(json, promise.item) : json;
}

export function toCached({ value: _, ...cached }: StoredAnswer): CachedAnswer {
  return cached;
}

/** A cached answer, marked with the code of a failure if it is `stale`. Its value is parsed when it is first read. */
export function fromCached(cached: CachedAnswer, stale?: string): StoredAnswer {
  let parsed: { value: unknown } | undefined;
  return {
    ...cached,
    ...(stale === undefined ? {} : { stale }),
    get value() {
      parsed ??= { value: parsedValue(cached) };
      return parsed.value;
    },
  };
}

/** Reads a received body as the operation's answer; throws UpstreamFailure `upstream_bad_answer` otherwise. */
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
  // How Go encodes a list without items, such as an empty directory.
  if (promise.kind === "list" && json === null)
    return readAnswer(operation, { ...received, bytes: Buffer.from("[]") });
  const redacted = clean(text, json);
  const body = bytesToForward(
    redacted,
    redacted === json ? { text, bytes: received.bytes } : undefined,
    promise,
  );
  if (promise.kind === "json") {
    if (typeof redacted !== "object" || redacted === null || Array.isArray(redacted))
      throw badAnswer("it is not an object");
    const ok = matches(redacted, promise.schema);
    return { ...empty, ...body, value: ok ? redacted : undefined, badItems: ok ? 0 : 1 };
  }
  if (!Array.isArray(redacted)) throw badAnswer("it is not a list");
  const good = matching(redacted, promise.item);
  const paging = promise.paged ? readPaging((name) => headerOf(received.headers, name)) : undefined;
  return {
    ...empty,
    ...body,
    value: good,
    badItems: redacted.length - good.length,
    paging: paging === undefined ? {} : pagingHeaders(paging),
  };
}
