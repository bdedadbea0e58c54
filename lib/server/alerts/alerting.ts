// Everything one replica does about alerts while it holds the lease: made when it wins, stopped when it loses.
import "server-only";
import { env } from "../env.ts";
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import { type Lease, LeaseLost, underLease } from "../store/leases.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { Deliverer } from "./deliverer.ts";
import { Evaluator } from "./evaluator.ts";
import { makePost, systemResolve } from "./post.ts";
import { unseal } from "./seal.ts";
import { readSignal } from "./signals.ts";

export interface AlertingDeps {
  db: Database;
  clock: Clock;
  monotonicMs: () => number;
  report: (what: string, error: unknown) => void;
  onLost: () => void;
}

/** Starts one term; the returned function ends it. */
export function startAlerting(
  lease: Lease,
  { db, clock, monotonicMs, report, onLost }: AlertingDeps,
): () => void {
  const { webhooks, sessionSecret } = env();
  const write = async <T>(work: (trx: Database) => Promise<T>): Promise<T> => {
    try {
      return await underLease(db, lease, work);
    } catch (error) {
      if (error instanceof LeaseLost) onLost();
      throw error;
    }
  };
  const signals = { db, health: upstreamHealth, nowMs: clock.nowMs };
  const evaluator = new Evaluator({
    db,
    write,
    read: (rule) => readSignal(rule.signal, signals),
    clock,
    monotonicMs,
    newId: () => crypto.randomUUID(),
    report,
  });
  const deliverer = new Deliverer({
    db,
    write,
    post: makePost({ rules: webhooks, resolve: systemResolve, nowMs: clock.nowMs, monotonicMs }),
    unseal: (sealed, id) => unseal(sealed, id, sessionSecret),
    clock,
    random: Math.random,
    report,
  });
  evaluator.start();
  deliverer.start();
  return () => {
    evaluator.stop();
    deliverer.stop();
  };
}
