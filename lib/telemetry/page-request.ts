// A request as far as a time axis shows it: without headers and bodies.
import type { LineName } from "../live/line-hash.ts";
import { isFailed, type NetworkRequest } from "./network-requests.ts";
import { requestStatus } from "./request-text.ts";

export interface PageRequest {
  readonly sessionId: string;
  /** The `seq` of its first known event: its identity within the session. */
  readonly seq: number;
  readonly method: string | undefined;
  readonly url: string;
  /** When it was sent, or ended if its beginning is not known. Epoch milliseconds. */
  readonly fromMs: number;
  /** Undefined while it is open, and for a redirect. */
  readonly toMs: number | undefined;
  /** Its status, why it failed, or what it has instead: `502`, `net::ERR_FAILED`, `pending`. */
  readonly outcome: string;
  readonly isFailed: boolean;
  /** The link to it: its latest event. */
  readonly name: LineName | undefined;
}

export function pageRequest(sessionId: string, request: NetworkRequest, name?: LineName): PageRequest {
  const { seq, method, url, startMs, endMs } = request;
  const failed = isFailed(request);
  return {
    sessionId,
    seq,
    method,
    url,
    name,
    fromMs: startMs ?? endMs ?? Number.NaN,
    toMs: endMs,
    outcome: (failed ? request.error : undefined) ?? requestStatus(request).text,
    isFailed: failed,
  };
}
