import type { Browser } from "@/lib/contract/browsers";

export interface TrackedSession {
  readonly browser: Browser;
  /** Epoch milliseconds of the last response that contained it. */
  readonly lastSeenMs: number;
  readonly isActive: boolean;
}

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
