import { join } from "node:path";
import type { Sessions } from "../sessions/sessions.ts";
import type { SessionsPort } from "./invocations.ts";

/** The file in each session's log folder to which the lines of its invocation are written. */
const agentLog = "agent.log";

/** The part of sessions that invocations use. */
export function sessionsOfInvocations(sessions: Sessions): SessionsPort {
  return {
    ofInvocation: (invocationId) =>
      sessions.ofInvocation(invocationId).map((session) => ({
        id: session.id,
        agentLogFile: join(session.instance.paths.appLogs, agentLog),
      })),
    browsersOf: (invocationId, scope) =>
      sessions.ofInvocation(invocationId).map((session) => sessions.toBrowser(session, scope)),
    end: (id, reason) => sessions.end(id, reason),
    onEnding: (listener) => sessions.onEnding(async (session, reason) => listener(session, reason)),
  };
}
