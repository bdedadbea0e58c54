// Calls of the API: the only entry for routes, handlers and the recorder.
import "server-only";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { encodeQuery, fillPath, type RequestLine, toRequest } from "../../contract/request.ts";
import { deadlines } from "../kernel/paces.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { type Answer, answers, readAnswer, type StoredAnswer } from "./answer.ts";
import { emitAnswer } from "./answer-events.ts";
import { capabilityOf, operationAbsent, recordIfAbsent, recordPresent } from "./capabilities.ts";
import { recordFailure } from "./health.ts";
import { deadlineOf, guarded } from "./policy.ts";
import { discardBody, exchange, headerOf, type Opened, openExchange, type Received } from "./send.ts";
import { invalidateReads, readKey, sharedRead } from "./shared-reads.ts";
import { sendUpload, type Upload } from "./upload.ts";
import { badAnswer, UpstreamFailure } from "./upstream-failure.ts";
import { measuredCall } from "./upstream-measurements.ts";

/** Options of one call. */
export interface CallOptions {
  /** Rejects this call when aborted; a shared read goes on for its other callers. */
  signal?: AbortSignal;
  /** The origin of the call, as passed to subscribers; "operator" by default. */
  by?: "operator" | "schedule";
  /** Id of the sign-in that views the answer, if any; used for sharing reads. */
  viewer?: string;
}

/** Runs a call and updates the operation's capability from its outcome. */
async function withCapability<T>(operation: Operation, send: () => Promise<T>): Promise<T> {
  if (capabilityOf(operation) === "absent") throw operationAbsent();
  try {
    const result = await measuredCall(operation, send);
    recordPresent(operation);
    return result;
  } catch (error) {
    throw error instanceof UpstreamFailure ? recordIfAbsent(operation, error) : error;
  }
}

const receive = (operation: Operation, line: RequestLine): Promise<Received> =>
  withCapability(operation, () => exchange(line, deadlineOf(operation, line)));

function readOrRecordFailure(operation: Operation, received: Received): StoredAnswer {
  try {
    return readAnswer(operation, received);
  } catch (error) {
    if (error instanceof UpstreamFailure) recordFailure(error);
    throw error;
  }
}

/** Rejects with the signal's reason once it aborts; `work` itself goes on. */
function abortable<T>(work: T | Promise<T>, signal: AbortSignal | undefined): T | Promise<T> {
  if (signal === undefined || !(work instanceof Promise)) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      work.catch(() => undefined);
      return abort();
    }
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Calls an operation. Equal GETs share an answer up to a second old, or almost five for a viewer who has not received
 *  it yet. When the upstream fails or is slow, they return the last good answer with the failure's code as `stale`.
 *  Everything else is sent exactly once. Throws InvalidInput before anything is sent, UpstreamFailure, or the reason of
 *  the aborted signal. */
export async function call<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: CallOptions = {},
): Promise<Answer<Op>> {
  const line = toRequest(operation, input);
  const send = () =>
    guarded(operation, async () => {
      const beganMs = performance.now();
      const received = await receive(operation, line);
      const tookMs = performance.now() - beganMs;
      const answer = readOrRecordFailure(operation, received);
      emitAnswer({ answer, input, by: options.by ?? "operator", tookMs });
      return answer;
    });
  const answer =
    operation.method === "GET"
      ? await abortable(sharedRead(readKey(operation, line.path), send, options.viewer), options.signal)
      : await send().finally(invalidateReads);
  if (!answers(answer, operation)) throw new Error("An answer belongs to another operation.");
  return answer;
}

/** One uncached GET that returns the parsed body without redaction (undefined when it is not JSON), for the few places
 *  that need what a browser must not get, or no answer of before. Throws InvalidInput or UpstreamFailure. */
export async function retrieveRaw<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
): Promise<unknown> {
  const received = await guarded(operation, () => receive(operation, toRequest(operation, input)));
  return parsedJson(received.bytes.toString("utf8"));
}

/** Opens an event stream of the API: resolves once status and headers arrived, within 10 s; after that silence is not
 *  limited. The caller owns the body and must end it; `signal` ends the exchange. `lastEventId`: the stream continues
 *  after this event. Throws InvalidInput or UpstreamFailure. */
export const open = <Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  { signal, lastEventId }: { signal: AbortSignal; lastEventId?: string | undefined },
): Promise<Opened> => {
  const line = toRequest(operation, input);
  return withCapability(operation, () =>
    openExchange(line, "stream", deadlines.upstream.streamHeadersMs, signal, "text/event-stream", {
      lastEventId,
    }),
  );
};

/** The body of an event stream. Throws UpstreamFailure for another type of answer, which `what` names. */
export function eventStreamOf({ headers, body }: Opened, what: string): Opened["body"] {
  if (/^text\/event-stream\b/i.test(headerOf(headers, "content-type") ?? "")) return body;
  discardBody(body);
  throw badAnswer(`a ${what} that is not an event stream`);
}

/** Opens a download, or a `range` of it: like `open`, but with 30 s for the headers and an end after 30 s of silence. */
export const download = <Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: { signal: AbortSignal; range?: string | undefined },
): Promise<Opened> => {
  const line = toRequest(operation, input);
  const { signal, range } = options;
  return withCapability(operation, () =>
    openExchange(line, "download", deadlines.upstream.downloadHeadersMs, signal, "*/*", { range }),
  );
};

/** Forwards an upload exactly once; resolves to the answer. `signal` aborts the upstream request. Throws an
 *  UpstreamFailure, a Problem 408 when the client stalls, or the error of the body. */
export const upload = (
  operation: Operation,
  { params, query }: { params: Readonly<Record<string, string>>; query: Readonly<Record<string, unknown>> },
  body: Upload,
  options: { signal: AbortSignal },
): Promise<StoredAnswer> => {
  const search = encodeQuery(operation.query, query);
  const path = fillPath(operation.path, params);
  const line = { method: operation.method, path: search === "" ? path : `${path}?${search}` };
  const send = async () =>
    readOrRecordFailure(
      operation,
      await withCapability(operation, () => sendUpload(line, body, options.signal)),
    );
  return guarded(operation, send).finally(invalidateReads);
};
