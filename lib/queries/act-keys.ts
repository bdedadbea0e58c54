// The keys by which the server knows an act again that is sent twice. An act of this page is
//
// - in flight while a request of it is: an equal act joins it by its key, so that two clicks are one act;
// - answered when it was done or refused: its key is dropped, the next equal act is another one;
// - of unknown outcome when its last request ended without that: an equal act repeats it by its key, so that one that is
//   sent again after the connection broke is done once;
// - expired when its outcome has been unknown for longer than an act takes: its key is dropped, as an equal act is then meant
//   as another one.
//
// Another act on the same path drops the key, too: to set a, b and a again are three acts.
import { bffHeaders } from "../bff/headers.ts";
import { actInProgress } from "../bff/problem.ts";
import { paces } from "../paces.ts";
import { presentMs } from "../present.ts";

/** An act as it is sent. */
export interface ActLine {
  method: string;
  path: string;
  body?: string | undefined;
}

interface Act {
  readonly line: string;
  readonly key: string;
  inFlight: number;
  /** When its last request without its answer ended, epoch milliseconds; undefined before one has. */
  unknownSinceMs: number | undefined;
}

/** The acts in flight or of unknown outcome, by path. */
const acts = new Map<string, Act>();

/** What the end of a request says of its act; `refused`: only of this request, nothing of those before it. */
type RequestEnd = "answered" | "refused" | "unanswered";

/** Code of a response that the dashboard cannot have written. */
export const unreadableAnswer = "unreadable_answer";

interface Failure {
  status: number;
  code: string;
  /** Whether it is the answer to an earlier request of the same act. */
  isReplayed: boolean;
}

const isFailure = (error: unknown): error is Failure =>
  error instanceof Error &&
  "status" in error &&
  typeof error.status === "number" &&
  "code" in error &&
  typeof error.code === "string" &&
  "isReplayed" in error &&
  typeof error.isReplayed === "boolean";

/** Whether a request failed without an answer of the dashboard, which may have received it. */
export const isUnanswered = ({ status, code }: Pick<Failure, "status" | "code">): boolean =>
  status === 0 || (code === unreadableAnswer && status >= 500);

/** Statuses with which the dashboard refuses a request before it looks whether its act was sent already. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429, 503]);

function endOf(error: unknown, isUpload: boolean): RequestEnd {
  if (!isFailure(error) || error.isReplayed) return "answered";
  if (error.code === actInProgress) return "unanswered";
  // An upload ends with its connection.
  if (isUnanswered(error)) return isUpload ? "answered" : "unanswered";
  return refusals.has(error.status) ? "refused" : "answered";
}

const isExpired = ({ inFlight, unknownSinceMs }: Act): boolean =>
  inFlight === 0 &&
  unknownSinceMs !== undefined &&
  presentMs() - unknownSinceMs > paces.deadlines.repeatedActMs;

/** Begins a request of an act; `end` is called when it has ended. */
function beginRequest({ method, path, body }: ActLine): { key: string; end: (how: RequestEnd) => void } {
  const line = `${method} ${body ?? ""}`;
  const known = acts.get(path);
  const act: Act =
    known?.line === line && !isExpired(known)
      ? known
      : { line, key: crypto.randomUUID(), inFlight: 0, unknownSinceMs: undefined };
  acts.set(path, act);
  act.inFlight += 1;
  return {
    key: act.key,
    end: (how) => {
      act.inFlight -= 1;
      if (how === "unanswered") act.unknownSinceMs = presentMs();
      const isOver = how === "answered" || (act.inFlight === 0 && act.unknownSinceMs === undefined);
      if (isOver && acts.get(path) === act) acts.delete(path);
    },
  };
}

let onRepeated: (() => void) | undefined;

/** Calls `handler` when a request got the answer of an earlier one of the same act, until the returned function is called. */
export function handleRepeatedActs(handler: () => void): () => void {
  onRepeated = handler;
  return () => {
    if (onRepeated === handler) onRepeated = undefined;
  };
}

/**
 * Sends a request with the key of its act, and throws what `send` throws: an Error with `status`, `code` and `isReplayed`.
 * `own`: the key of an act that is one of its own even if an equal one is in flight. `isUpload`: it ends with its connection.
 */
export async function withActKey(
  act: ActLine,
  send: (key: string) => Promise<Response>,
  { own, isUpload = false }: { own?: string | undefined; isUpload?: boolean } = {},
): Promise<Response> {
  if (own !== undefined) return await send(own);
  const { key, end } = beginRequest(act);
  try {
    const response = await send(key);
    end("answered");
    if (response.headers.has(bffHeaders.replayed)) onRepeated?.();
    return response;
  } catch (error) {
    end(endOf(error, isUpload));
    if (isFailure(error) && error.isReplayed) onRepeated?.();
    throw error;
  }
}

const blobNumbers = new WeakMap<Blob, number>();
let lastBlobNumber = 0;

/** The `body` of an act that sends these bytes: equal for the same objects, whatever others contain. */
export function blobsLine(blobs: readonly Blob[]): string {
  const numbers = blobs.map((blob) => {
    const number = blobNumbers.get(blob) ?? ++lastBlobNumber;
    blobNumbers.set(blob, number);
    return number;
  });
  return `blobs:${numbers.join(",")}`;
}
