// Classifies failures of opening or reading a stream of the upstream.
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { SilentStream } from "./heartbeat-watch.ts";
import type { Verdict } from "./log-port.ts";

/** Texts for the viewer. */
export interface FailureTexts {
  /** The stream broke while it was read. */
  broken: string;
  /** The API does not have the operation. */
  absent: string;
  /** The API answered 404; by default its own message. */
  missing?: string;
}

/** Classifies an error; never throws. A 404 may be transient. */
export function judgeFailure(error: unknown, texts: FailureTexts): Verdict {
  if (error instanceof SilentStream)
    return { kind: "passing", reason: error.message, silentSinceMs: error.sinceMs };
  if (!(error instanceof UpstreamFailure)) return { kind: "passing", reason: texts.broken };
  const { status, absent, message, retryAfterSeconds } = error;
  if (absent) return { kind: "refused", reason: texts.absent };
  if (status === 404) return { kind: "missing", reason: texts.missing ?? message };
  const refused = status >= 400 && status < 500 && status !== 429;
  return {
    kind: refused ? "refused" : "passing",
    reason: message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 }),
  };
}
