import type { Browser } from "@/lib/contract/browsers";

export interface SeenSession {
  readonly browser: Browser;
  /** Epoch milliseconds of the last answer that named it. */
  readonly lastSeenMs: number;
  readonly isActive: boolean;
}

/** What has been seen once another answer names the active ones: who is missing from it is no longer active. */
export function seenWith(
  before: readonly SeenSession[],
  active: readonly Browser[],
  observedAtMs: number,
): readonly SeenSession[] {
  const named = new Map(active.map((browser) => [browser.session_id, browser]));
  const known = new Set(before.map(({ browser }) => browser.session_id));
  const see = (browser: Browser): SeenSession => ({ browser, lastSeenMs: observedAtMs, isActive: true });
  return [
    ...before.map((session) => {
      const now = named.get(session.browser.session_id);
      return now === undefined ? { ...session, isActive: false } : see(now);
    }),
    ...[...named.values()].filter((browser) => !known.has(browser.session_id)).map(see),
  ];
}
