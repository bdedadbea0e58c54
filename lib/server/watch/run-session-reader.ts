// Learns which browser sessions belong to a run, while it runs and once when it ends: the API only tells of active
// ones, so what is not seen in time is never known.
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { addRunSessions } from "../store/run-sessions.ts";
import type { InvocationPort } from "./invocation-port.ts";
import type { RequestBudget } from "./request-budget.ts";

/** Asked in a turn, by the time since the last one, so that no turn becomes long. */
const askedPerTurn = { least: 5, most: 40 } as const;
/** Requests of the budget that are left to the reading of the runs themselves. */
const reserve = 10;
/** A session ends soon after its run: later there is nothing left to learn. */
const endedForMs = 60_000;
const maxWaiting = 1_000;

export interface SessionReaderDeps {
  port: InvocationPort;
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  budget: RequestBudget;
  clock: Clock;
  monotonicMs: () => number;
}

/** How long after the last look a run is looked at again: often while it is young. */
const restOf = (ageMs: number): number =>
  Math.min(paces.mirror.sessionsMostMs, Math.max(paces.mirror.sessionsLeastMs, ageMs / 3));

export class SessionReader {
  readonly #deps: SessionReaderDeps;
  /** When each was told to have ended, by the monotonic clock. */
  readonly #ended = new Map<string, number>();
  #turnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: SessionReaderDeps) {
    this.#deps = deps;
  }

  /** Runs that have just ended: each is asked about once more, if there is room before its sessions are gone. */
  ended(ids: readonly string[]): void {
    const nowMs = this.#deps.monotonicMs();
    for (const id of ids) this.#ended.set(id, nowMs);
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= maxWaiting) break;
      this.#ended.delete(oldest);
    }
  }

  /** One turn. A run whose sessions cannot be read is asked about again with the next look. */
  async turn(): Promise<void> {
    const nowMs = this.#deps.monotonicMs();
    const { least, most } = askedPerTurn;
    const limit = Math.min(
      most,
      Math.max(least, Math.floor((nowMs - this.#turnedAtMs) / paces.mirror.sessionsEveryMs)),
    );
    this.#turnedAtMs = nowMs;
    for (const [id, atMs] of this.#ended) if (nowMs - atMs > endedForMs) this.#ended.delete(id);
    // Those that run have sessions to tell of, for sure; of those that ended the last are likeliest to have some still.
    const due = await this.#due(limit);
    const ended = [...this.#ended.keys()].reverse().slice(0, Math.max(1, limit - due.length));
    for (const id of ended) this.#ended.delete(id);
    for (const id of [...due, ...ended]) if (!(await this.#ask(id))) return;
  }

  async #due(limit: number): Promise<string[]> {
    const { db, clock } = this.#deps;
    const nowMs = clock.nowMs();
    const rows = await db
      .selectFrom("runs")
      .select(["id", "started_at_ms", "sessions_at_ms"])
      .where("open", "=", 1)
      .where("status", "=", "running")
      .orderBy("sessions_at_ms")
      .limit(200)
      .execute();
    return rows
      .filter((run) => Math.abs(nowMs - run.sessions_at_ms) >= restOf(nowMs - run.started_at_ms))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async #ask(id: string): Promise<boolean> {
    const { port, budget, clock, write } = this.#deps;
    if (!budget.take(reserve)) return false;
    let sessions: readonly string[];
    try {
      sessions = await port.sessions(id);
    } catch (error) {
      // The run itself was read: a fault of this one list must not make the mirror fail.
      if (!port.refused(error)) return false;
      sessions = [];
    }
    await write((trx) => addRunSessions(trx, id, sessions, clock.nowMs()));
    return true;
  }
}
