import { join } from "node:path";
import type { PlacedSession, SessionPlaces } from "../sessions/session-places.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SessionsPort } from "./invocations.ts";

/** The file in each session's log folder to which the lines of its invocation are written. */
const agentLog = "agent.log";

/** The part of sessions that invocations use. Only a session of this process has a log file here. */
export function sessionsOfInvocations(
  places: SessionPlaces<PlacedSession>,
  sessions: Pick<Sessions, "find" | "toBrowser">,
): SessionsPort {
  return {
    ofInvocation: (invocationId) =>
      places.ofInvocation(invocationId).map(({ id }) => {
        const instance = sessions.find(id)?.instance;
        return { id, agentLogFile: instance && join(instance.paths.appLogs, agentLog) };
      }),
    browsersOf: (invocationId, scope) =>
      places.ofInvocation(invocationId).map((session) => sessions.toBrowser(session, scope)),
    end: (id, reason) => places.end(id, reason),
    onEnding: (listener) =>
      places.onEnding(({ id, invocation_id: invocationId }, reason) =>
        listener({ id, invocationId: invocationId ?? undefined }, reason),
      ),
  };
}
