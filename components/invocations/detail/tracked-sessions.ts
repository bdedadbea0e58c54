import type { Browser } from "@/lib/contract/browsers";
import type { NamedSession } from "./log-summary.ts";

export interface TrackedSession {
  readonly browser: Browser;
  /** When it was first recorded, named by the log or returned to this page, epoch milliseconds. */
  readonly firstSeenMs: number;
  /** Epoch milliseconds of the last response that contained it; undefined without one since this page was opened. */
  readonly lastSeenMs: number | undefined;
  readonly isActive: boolean;
}

/**
 * The browser of a session with what the API says of it now (`detail`). A browser of a pool may have its next holder by
 * then: its name is the one that it had for this page, if any.
 */
export function browserOf({ browser }: TrackedSession, detail: Browser | undefined): Browser {
  if (detail === undefined) return browser;
  return detail.pool ? { ...detail, name: browser.name } : detail;
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
  const toTracked = (browser: Browser, firstSeenMs = observedAtMs): TrackedSession => ({
    browser,
    firstSeenMs,
    lastSeenMs: observedAtMs,
    isActive: true,
  });
  return [
    ...before.map((session) => {
      const now = named.get(session.browser.session_id);
      return now === undefined ? { ...session, isActive: false } : toTracked(now, session.firstSeenMs);
    }),
    ...[...named.values()]
      .filter((browser) => !known.has(browser.session_id))
      .map((browser) => toTracked(browser)),
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
    .map(([session_id, firstSeenMs]) => ({
      browser: { session_id },
      firstSeenMs,
      lastSeenMs: undefined,
      isActive: false,
    }))
    .sort((one, other) => one.firstSeenMs - other.firstSeenMs);
}
