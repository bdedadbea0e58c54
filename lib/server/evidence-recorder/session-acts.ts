// What a rule does to a browser, once for each use of it: a pool gives it to one after another. What the API refuses is
// tried a few times; after other failures it is tried again, in growing pauses, as long as the browser is there. One that
// has ended is left.
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { lastInvocationsOf } from "../invocations/invocation-sessions.ts";
import { paces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";

/** Refusals after which a browser is given up, and failures in a row of which the last is reported. */
const mostTries = 3;

/** Thrown by an act that cannot be done yet, though nothing failed: it is tried again in growing pauses. */
export class NotYet extends Error {}

/** Thrown for a browser that has ended: it is left, which is no failure. A 404 alone may be one of a gateway. */
export class BrowserEnded extends Error {}

/** The state of one browser whose last try failed, or that was acted on. */
interface Tried {
  /** In a row, or tries in a row that were too early. */
  readonly failures: number;
  readonly isEarly: boolean;
  readonly refusals: number;
  /** When it is due again, in monotonic milliseconds; undefined once it is done. */
  readonly dueMs: number | undefined;
}

const nothingTried: Tried = { failures: 0, isEarly: false, refusals: 0, dueMs: 0 };

export interface SessionActsDeps {
  act: (sessionId: string) => Promise<void>;
  /** Receives the error of the third failure in a row, and that for which a browser is given up. */
  report: (error: unknown) => void;
  clock: Clock;
}

/** Whether the API would refuse the same again: a 4xx other than those of its load, or an operation that it does not have. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.status === 501 || (error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status)));

function pauseMs(error: unknown, failures: number): number {
  if (isRefusal(error)) return 0;
  const { firstActPauseMs, longestActPauseMs } = paces.evidenceRecorder;
  const leastMs = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(leastMs, Math.min(longestActPauseMs, firstActPauseMs * 2 ** (failures - 1)));
}

export class SessionActs {
  readonly #deps: SessionActsDeps;
  readonly #tried = new Map<string, Tried>();
  #uses: ReadonlyMap<string, string | undefined> = new Map();

  constructor(deps: SessionActsDeps) {
    this.#deps = deps;
  }

  /** Whether it was acted on. */
  isDone(sessionId: string): boolean {
    const tried = this.#tried.get(sessionId);
    return tried !== undefined && tried.dueMs === undefined;
  }

  /** Whether it waits after a try that was too early. */
  isEarly(sessionId: string): boolean {
    return this.#tried.get(sessionId)?.isEarly === true && !this.isDue(sessionId);
  }

  /** Whether `run` would act: neither was it done or given up, nor is this the pause after a failure. */
  isDue(sessionId: string): boolean {
    const { dueMs = Number.POSITIVE_INFINITY } = this.#tried.get(sessionId) ?? nothingTried;
    return dueMs <= this.#deps.clock.monotonicMs();
  }

  /** Acts if it is due; never rejects. What was done during another use does not count for the present one. */
  async run(sessionId: string): Promise<void> {
    if (!this.isDue(sessionId)) return;
    const { act, report, clock } = this.#deps;
    const tried = this.#tried.get(sessionId) ?? nothingTried;
    const use = this.#uses.get(sessionId);
    const isSameUse = () => this.#uses.get(sessionId) === use;
    try {
      await act(sessionId);
      if (isSameUse()) this.#tried.set(sessionId, { ...nothingTried, dueMs: undefined });
    } catch (error) {
      const isEarly = error instanceof NotYet;
      const hasEnded = error instanceof BrowserEnded;
      const failures = (isEarly === tried.isEarly ? tried.failures : 0) + 1;
      const refusals = tried.refusals + (isRefusal(error) ? 1 : 0);
      const isGivenUp = hasEnded || refusals >= mostTries;
      const dueMs = isGivenUp ? Number.POSITIVE_INFINITY : clock.monotonicMs() + pauseMs(error, failures);
      if (isSameUse()) this.#tried.set(sessionId, { failures, isEarly, refusals, dueMs });
      if (!isEarly && !hasEnded && (failures === mostTries || refusals === mostTries)) report(error);
    }
  }

  /**
   * Forgets all browsers but these, and those that have another use than at the last call. `uses`: by session what uses it,
   * such as its last invocation; undefined while unknown.
   */
  retain(uses: ReadonlyMap<string, string | undefined>): void {
    for (const id of this.#tried.keys())
      if (!uses.has(id) || uses.get(id) !== this.#uses.get(id)) this.#tried.delete(id);
    this.#uses = uses;
  }
}

/** By session the invocation with which it was seen last, for `retain`. */
export async function usesOf(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const invocations = await lastInvocationsOf(db, sessionIds);
  return new Map(sessionIds.map((id) => [id, invocations.get(id)?.id]));
}
