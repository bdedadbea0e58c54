// Calling the API: the only way in for routes, watchers and handlers.
import "server-only";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { fillPath, type RequestLine, toRequest } from "../../contract/request.ts";
import { deadlines } from "../paces.ts";
import { observeAnswer } from "../watch/observe.ts";
import { type Answer, answers, readAnswer, type StoredAnswer } from "./answer.ts";
import { capabilityOf, learnFrom, notePresent, operationAbsent } from "./capabilities.ts";
import { UpstreamFailure } from "./failure.ts";
import { noteFailure } from "./health.ts";
import { deadlineOf, guarded } from "./policy.ts";
import { exchange, type Opened, openExchange, type Received } from "./send.ts";
import { outdateReads, readKey, sharedRead } from "./shared-reads.ts";
import { sendUpload, type Upload } from "./upload.ts";

export interface CallOptions {
  /** Ends the waiting of this caller; a shared read goes on for the others. */
  signal?: AbortSignal;
  /** Who asks, where it is remembered; an operator unless said. */
  by?: "operator" | "schedule";
  /** The sign-in that looks, where one does. */
  viewer?: string;
}

async function learning<T>(operation: Operation, ask: () => Promise<T>): Promise<T> {
  if (capabilityOf(operation) === "absent") throw operationAbsent();
  try {
    const result = await ask();
    notePresent(operation);
    return result;
  } catch (error) {
    throw error instanceof UpstreamFailure ? learnFrom(operation, error) : error;
  }
}

const receive = (operation: Operation, line: RequestLine): Promise<Received> =>
  learning(operation, () => exchange(line, deadlineOf(operation, line)));

function readOrNote(operation: Operation, received: Received): StoredAnswer {
  try {
    return readAnswer(operation, received);
  } catch (error) {
    if (error instanceof UpstreamFailure) noteFailure(error);
    throw error;
  }
}

/** Rejects with the signal's reason once it aborts, leaving `work` to go on for others. */
function unless<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) return give();
    signal.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

/**
 * Calls an operation. Equal GETs are shared and may be answered from the last second, to another viewer from the
 * last five (or, when the upstream fails, from the last good answer: `stale` then says why); everything else is sent exactly once. Throws InvalidInput before
 * anything is sent, or an UpstreamFailure.
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: CallOptions = {},
): Promise<Answer<Op>> {
  const line = toRequest(operation, input);
  const ask = () =>
    guarded(operation, async () => {
      const beganMs = performance.now();
      const received = await receive(operation, line);
      const tookMs = performance.now() - beganMs;
      const answer = readOrNote(operation, received);
      observeAnswer(answer, input, { by: options.by ?? "operator", tookMs });
      return answer;
    });
  const answer =
    operation.method === "GET"
      ? await unless(sharedRead(readKey(operation, line.path), ask, options.viewer), options.signal)
      : await ask().finally(outdateReads);
  if (!answers(answer, operation)) throw new Error("An answer belongs to another operation.");
  return answer;
}

/** One uncached GET with its body as received, for the few places that need what a browser may not see. */
export async function retrieveRaw<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
): Promise<unknown> {
  const received = await guarded(operation, () => receive(operation, toRequest(operation, input)));
  try {
    return JSON.parse(received.bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Opens a stream of the API: resolves once status and headers are there. No limit on silence after that. The caller
 * owns the body and must end it; `signal` ends the upstream exchange.
 */
export const open = <Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: { signal: AbortSignal },
): Promise<Opened> => {
  const line = toRequest(operation, input);
  return learning(operation, () =>
    openExchange(line, "stream", deadlines.upstream.streamHeadersMs, options.signal, "text/event-stream"),
  );
};

/** Opens a download, or the `range` of it: like `open`, but 30 seconds of silence end it. */
export const download = <Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  options: { signal: AbortSignal; range?: string | undefined },
): Promise<Opened> => {
  const line = toRequest(operation, input);
  const { signal, range } = options;
  return learning(operation, () =>
    openExchange(line, "download", deadlines.upstream.downloadHeadersMs, signal, "*/*", { range }),
  );
};

/** Passes an upload on, exactly once; resolves to the status. `signal` cuts it off, and with it what was sent. */
export const upload = (
  operation: Operation,
  params: Readonly<Record<string, string>>,
  body: Upload,
  options: { signal: AbortSignal },
): Promise<number> => {
  const line = { method: operation.method, path: fillPath(operation.path, params) };
  const send = () => learning(operation, () => sendUpload(line, body, options.signal));
  return guarded(operation, send).finally(outdateReads);
};
