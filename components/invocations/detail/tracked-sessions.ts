import type { Browser } from "@/lib/contract/browsers";
import type { NamedSession } from "./log-summary.ts";

export interface TrackedSession {
  readonly browser: Browser;
  /** Epoch milliseconds of the last response that contained it. */
  readonly lastSeenMs: number;
  readonly isActive: boolean;
}

/** When a session was last read as active, epoch milliseconds; undefined while it is not. */
export const liveAtMs = ({ isActive, lastSeenMs }: TrackedSession): number | undefined =>
  isActive ? lastSeenMs : undefined;

/** Merges a response into the sessions so far: those missing from it are no longer active. */
export function mergeTrackedSessions(
  before: readonly TrackedSession[],
  active: readonly Browser[],
  observedAtMs: number,
): readonly TrackedSession[] {
  const named = new Map(active.map((browser) => [browser.session_id, browser]));
  const known = new Set(before.map(({ browser }) => browser.session_id));
  const toTracked = (browser: Browser): TrackedSession => ({
    browser,
    lastSeenMs: observedAtMs,
    isActive: true,
  });
  return [
    ...before.map((session) => {
      const now = named.get(session.browser.session_id);
      return now === undefined ? { ...session, isActive: false } : toTracked(now);
    }),
    ...[...named.values()].filter((browser) => !known.has(browser.session_id)).map(toTracked),
  ];
}

/** The sessions that were recorded or that a log names, each once, in order of their first time. */
export function mergeEndedSessions(
  recorded: readonly { session_id: string; seen_ms: number }[],
  named: readonly NamedSession[],
): readonly TrackedSession[] {
  const times = new Map(named.map(({ id, atMs }) => [id, atMs]));
  for (const { session_id, seen_ms } of recorded) times.set(session_id, seen_ms);
  return [...times]
    .map(([session_id, lastSeenMs]) => ({ browser: { session_id }, lastSeenMs, isActive: false }))
    .sort((one, other) => one.lastSeenMs - other.lastSeenMs);
}
