// Reads the browser sessions of invocations, while they run and once at their end: the API lists only active sessions, so
// those not read in time remain unknown.
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { addInvocationSessions, runningBySessionReading } from "../invocations/invocation-sessions.ts";
import { paces } from "../kernel/paces.ts";
import type { InvocationPort } from "./invocation-port.ts";
import type { RequestBudget } from "./request-budget.ts";

/** Limits of the requests per turn, whose number depends on the time since the last turn. */
const requestsPerTurn = { min: 5, max: 40 } as const;
/** Requests of the budget reserved for reading invocations. */
const reserve = 10;
/** Sessions end soon after their invocation; after this time there is nothing to read. */
const endedForMs = 60_000;
const maxEnded = 1_000;

export interface SessionReaderDeps {
  port: InvocationPort;
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  budget: RequestBudget;
  clock: Clock;
}

/** Interval between two readings of an invocation's sessions: short while it is young. */
const intervalOf = (ageMs: number): number =>
  Math.min(paces.mirror.sessionsMostMs, Math.max(paces.mirror.sessionsLeastMs, ageMs / 3));

export class SessionReader {
  readonly #deps: SessionReaderDeps;
  /** Invocations that have just ended. */
  readonly #ended: LRUCache<string, true>;
  #turnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: SessionReaderDeps) {
    this.#deps = deps;
    const perf = { now: () => deps.clock.monotonicMs() };
    this.#ended = new LRUCache({ max: maxEnded, ttl: endedForMs, ttlResolution: 0, perf });
  }

  /** Adds invocations that have just ended; their sessions are read once more if the budget allows it in time. */
  ended(ids: readonly string[]): void {
    for (const id of ids) this.#ended.set(id, true);
  }

  /** One turn. An invocation whose sessions cannot be read is retried in the next turn. */
  async turn(): Promise<void> {
    const nowMs = this.#deps.clock.monotonicMs();
    const { min, max } = requestsPerTurn;
    const limit = Math.min(
      max,
      Math.max(min, Math.floor((nowMs - this.#turnedAtMs) / paces.mirror.sessionsEveryMs)),
    );
    this.#turnedAtMs = nowMs;
    // Running invocations first, then the last ended ones, which are most likely to still have active sessions.
    const due = await this.#due(limit);
    const ended = [...this.#ended.keys()].slice(0, Math.max(1, limit - due.length));
    for (const id of ended) this.#ended.delete(id);
    for (const id of [...due, ...ended]) if (!(await this.#readSessions(id))) return;
  }

  async #due(limit: number): Promise<string[]> {
    const { db, clock } = this.#deps;
    const nowMs = clock.nowMs();
    const rows = await runningBySessionReading(db, 200);
    return rows
      .filter(
        (invocation) => nowMs - invocation.sessions_at_ms >= intervalOf(nowMs - invocation.started_at_ms),
      )
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async #readSessions(id: string): Promise<boolean> {
    const { port, budget, clock, write } = this.#deps;
    if (!budget.take(reserve)) return false;
    let sessions: readonly string[];
    try {
      sessions = await port.sessions(id);
    } catch (error) {
      // The invocation itself was read, so a refusal of its sessions must not fail the sync.
      if (!port.refused(error)) return false;
      sessions = [];
    }
    await write((trx) => addInvocationSessions(trx, id, sessions, clock.nowMs()));
    return true;
  }
}
