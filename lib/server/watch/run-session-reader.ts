// Learns which browser sessions belong to a run, while it runs and once when it ends: the API only tells of active
// ones, so what is not seen in time is never known.
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import { addRunSessions } from "../store/run-sessions.ts";
import type { InvocationPort } from "./invocation-port.ts";
import type { RequestBudget } from "./request-budget.ts";

const askedPerTurn = 5;
const maxWaiting = 1_000;
const pace = { leastMs: 5_000, mostMs: 60_000 } as const;

export interface SessionReaderDeps {
  port: InvocationPort;
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  budget: RequestBudget;
  clock: Clock;
}

/** How long after the last look a run is looked at again: often while it is young. */
const restOf = (ageMs: number): number => Math.min(pace.mostMs, Math.max(pace.leastMs, ageMs / 3));

export class SessionReader {
  readonly #deps: SessionReaderDeps;
  readonly #ended = new Set<string>();

  constructor(deps: SessionReaderDeps) {
    this.#deps = deps;
  }

  /** Runs that have just ended: each is asked about once more. */
  ended(ids: readonly string[]): void {
    for (const id of ids) if (this.#ended.size < maxWaiting) this.#ended.add(id);
  }

  /** One turn. A run whose sessions cannot be read is asked about again with the next look. */
  async turn(): Promise<void> {
    const ended = [...this.#ended].slice(0, askedPerTurn);
    for (const id of ended) this.#ended.delete(id);
    const due = ended.length < askedPerTurn ? await this.#due(askedPerTurn - ended.length) : [];
    for (const id of [...ended, ...due]) if (!(await this.#ask(id))) return;
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
    if (!budget.take()) return false;
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
