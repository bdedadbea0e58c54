import type { PlacedSession, SessionPlaces } from "../sessions/session-places.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SessionsPort } from "./invocations.ts";

/** The part of sessions that invocations use. */
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
