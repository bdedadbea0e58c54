// What invocations see of the browser sessions.
import { join } from "node:path";
import type { SessionsPort } from "./invocations.ts";
import type { Sessions } from "./sessions.ts";

/** The log that an invocation's lines go into. */
const agentLog = "agent.log";

export function sessionsOfInvocations(sessions: Sessions): SessionsPort {
  return {
    ofInvocation: (invocationId) =>
      sessions.ofInvocation(invocationId).map((session) => ({
        id: session.id,
        agentLogFile: join(session.instance.paths.appLogs, agentLog),
      })),
    browsersOf: (invocationId) =>
      sessions.ofInvocation(invocationId).map((session) => sessions.toBrowser(session)),
    end: (id, reason) => sessions.end(id, reason),
    onEnding: (listener) => sessions.onEnding(async (session, reason) => listener(session, reason)),
  };
}
