import type { Browser } from "../../lib/contract/browsers.ts";
import type { LoggedSession } from "../sessions/agent-log.ts";
import type { Reader } from "../sessions/browser-resources.ts";
import type { PlacedSession, SessionPlaces } from "../sessions/session-places.ts";
import type { Sessions } from "../sessions/sessions.ts";

/** The part of sessions that invocations use. */
export interface SessionsPort {
  /** Throws Problem 503 while one that may be living is not known yet. */
  checkReported(invocationId: string): void;
  /** Live sessions that were created or acquired by the invocation. */
  ofInvocation(invocationId: string): readonly { id: string }[];
  /** Those of them to which the lines of the invocation are written here. */
  loggedOf(invocationId: string): readonly LoggedSession[];
  /** Those of `ofInvocation` in the API's shape, with addresses for `reader`. */
  browsersOf(invocationId: string, reader: Reader): Promise<Browser[]> | Browser[];
  end(sessionId: string, reason: "deleted" | "invocation_ended"): Promise<void>;
  /**
   * Calls `listener` as soon as a session begins to end, before its driver detects it; `node`: that of the session. Returns
   * a function that unsubscribes.
   */
  onEnding(
    listener: (
      session: { id: string; invocationId: string | undefined; node: string | null },
      reason: string,
    ) => void,
  ): () => void;
}

/** That part of the sessions of this service and its nodes. */
export function sessionsOfInvocations(
  places: SessionPlaces<PlacedSession>,
  sessions: Pick<Sessions, "toBrowser">,
): SessionsPort {
  return {
    checkReported: (invocationId) => places.checkReported("invocation_id", invocationId),
    ofInvocation: (invocationId) => places.ofInvocation(invocationId),
    loggedOf: (invocationId) => places.loggedOf(invocationId),
    browsersOf: (invocationId, reader) =>
      places.ofInvocation(invocationId).map((session) => sessions.toBrowser(session, reader)),
    end: (id, reason) => places.end(id, reason),
    onEnding: (listener) =>
      places.onEnding(({ id, invocation_id: invocationId, node }, reason) =>
        listener({ id, invocationId: invocationId ?? undefined, node }, reason),
      ),
  };
}
