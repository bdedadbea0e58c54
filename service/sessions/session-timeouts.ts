// Ends sessions that had no client for their `timeout_seconds`. Sessions idle in a pool have no time-out.
import type { Clock } from "../kernel/clock.ts";
import type { Paces } from "../kernel/paces.ts";
import type { LiveSessions } from "./live-sessions.ts";

export interface TimeoutDeps {
  live: LiveSessions;
  end: (sessionId: string) => Promise<void>;
  clock: Clock;
  paces: Paces;
  /** Receives errors that no caller awaits. */
  report: (error: unknown) => void;
}

/** Checks again and again until the returned function is called. */
export function watchTimeouts({ live, end, clock, paces, report }: TimeoutDeps): () => void {
  let isStopped = false;
  let cancel = () => {};
  const check = () => {
    for (const session of live.inUse()) {
      if (session.unusedMs >= session.record.timeout_seconds * 1000) end(session.id).catch(report);
    }
    if (!isStopped) cancel = clock.later(paces.sessions.timeoutCheckMs, check);
  };
  cancel = clock.later(paces.sessions.timeoutCheckMs, check);
  return () => {
    isStopped = true;
    cancel();
  };
}
