import { join } from "node:path";
import type { LoggedSession } from "../sessions/agent-log.ts";
import type { PlacedSession, SessionPlaces } from "../sessions/session-places.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SessionsPort } from "./invocations.ts";

/** The file in each session's log folder to which the lines of its invocation are written. */
const agentLog = "agent.log";

/** The sessions of an invocation in this process, each with its log file. */
export const loggedSessions = (
  sessions: Pick<Sessions, "ofInvocation">,
  invocationId: string,
): LoggedSession[] =>
  sessions
    .ofInvocation(invocationId)
    .map(({ id, instance }) => ({ id, agentLogFile: join(instance.paths.appLogs, agentLog) }));

/** The part of sessions that invocations use. Only a session of this process has a log file here. */
export function sessionsOfInvocations(
  places: SessionPlaces<PlacedSession>,
  sessions: Pick<Sessions, "ofInvocation" | "toBrowser">,
): SessionsPort {
  return {
    ofInvocation: (invocationId) => places.ofInvocation(invocationId),
    loggedOf: (invocationId) => loggedSessions(sessions, invocationId),
    browsersOf: (invocationId, reader) =>
      places.ofInvocation(invocationId).map((session) => sessions.toBrowser(session, reader)),
    end: (id, reason) => places.end(id, reason),
    onEnding: (listener) =>
      places.onEnding(({ id, invocation_id: invocationId }, reason) =>
        listener({ id, invocationId: invocationId ?? undefined }, reason),
      ),
  };
}
