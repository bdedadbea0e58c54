// The browsers whose telemetry is followed for its pictures.
import { logTopic } from "../../bff/live.ts";
import type { LogHub, LogSubscription } from "../streams/log-hub.ts";

/** Looks at which a browser is not among the living any more, before telemetry that has not ended is left. */
const looksAfterEnd = 30;
export const telemetryTopic = (sessionId: string) => logTopic({ sessionId, log: { source: "telemetry" } });
const nothingStored = { items: [], lineCount: undefined, untilMs: 0, hasEnded: false };

interface WatchedBrowser {
  readonly subscription: LogSubscription;
  looksSinceEnd: number;
}

export class WatchedBrowsers {
  readonly #hub: Pick<LogHub, "watch">;
  readonly #report: (what: string, error: unknown) => void;
  /** By session. */
  readonly #watched = new Map<string, WatchedBrowser>();
  /** Browsers whose telemetry was refused, or had no pictures any more, when it was last followed. */
  readonly #refused = new Set<string>();

  constructor({
    hub,
    report,
  }: {
    hub: Pick<LogHub, "watch">;
    report: (what: string, error: unknown) => void;
  }) {
    this.#hub = hub;
    this.#report = report;
  }

  get size(): number {
    return this.#watched.size;
  }

  has(sessionId: string): boolean {
    return this.#watched.has(sessionId);
  }

  /** How many are watched that are not among these. */
  countWithout(sessionIds: ReadonlySet<string>): number {
    return [...this.#watched.keys()].filter((id) => !sessionIds.has(id)).length;
  }

  /** Notes whose telemetry is refused or has no pictures any more. `capturing`: those of the wanted ones that capture some. */
  noteRefused(wanted: ReadonlySet<string>, capturing: ReadonlySet<string>): void {
    for (const id of this.#refused) if (!wanted.has(id)) this.#refused.delete(id);
    for (const [id, { subscription }] of this.#watched) {
      const { state } = subscription.source.state;
      if (wanted.has(id) && (state === "unavailable" || !capturing.has(id))) this.#refused.add(id);
      else if (state === "open") this.#refused.delete(id);
    }
  }

  /** The order in which browsers get a place, lowest first: watched ones, new ones, then those whose telemetry was refused. */
  rankOf(sessionId: string): number {
    return (this.#refused.has(sessionId) ? 2 : 0) + (this.#watched.has(sessionId) ? 0 : 1);
  }

  /** A browser whose telemetry cannot be followed now is left to the next look. */
  watchAll(sessionIds: readonly string[]): void {
    const refusals: unknown[] = [];
    for (const id of sessionIds) {
      try {
        this.#watch(id);
      } catch (error) {
        refusals.push(error);
      }
    }
    if (refusals.length > 0) this.#report("the telemetry of a browser could not be followed", refusals[0]);
  }

  #watch(sessionId: string): void {
    const watched = this.#watched.get(sessionId);
    if (watched?.subscription.source.state.state === "ended") {
      // A browser of a pool that is used again.
      watched.subscription.release();
      this.#watched.delete(sessionId);
    } else if (watched !== undefined) {
      watched.looksSinceEnd = 0;
      return;
    }
    const subscription = this.#hub.watch(telemetryTopic(sessionId), () => undefined, nothingStored);
    if (subscription !== undefined) this.#watched.set(sessionId, { subscription, looksSinceEnd: 0 });
  }

  /** Leaves the browsers that are not taken any longer, and those that have ended once their telemetry is complete. */
  leave(taken: ReadonlySet<string>, living: ReadonlySet<string>): void {
    for (const [id, watched] of this.#watched) {
      if (taken.has(id)) continue;
      watched.looksSinceEnd += 1;
      const { state } = watched.subscription.source.state;
      const isOver = living.has(id) || state === "ended" || state === "unavailable";
      if (!isOver && watched.looksSinceEnd < looksAfterEnd) continue;
      watched.subscription.release();
      this.#watched.delete(id);
    }
  }

  releaseAll(): void {
    for (const { subscription } of this.#watched.values()) subscription.release();
    this.#watched.clear();
  }
}
