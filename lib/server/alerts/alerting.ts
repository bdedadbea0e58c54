// Evaluation and delivery of alerts while this replica holds the lease.
import "server-only";
import { leaseWriter } from "../db/leases.ts";
import { env } from "../kernel/env.ts";
import type { LeaderDuty } from "../recorder/start-recorder.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { Deliverer } from "./deliverer.ts";
import { Evaluator } from "./evaluator.ts";
import { dropExpiredAlerts } from "./expired-alerts.ts";
import { makePost, systemResolve } from "./post-webhook.ts";
import { unseal } from "./sealed-target.ts";
import { readSignal } from "./signals.ts";

/** Starts evaluator and deliverer for one term; returns the function that stops them. */
const start: LeaderDuty["start"] = (lease, { db, clock, report, onLost }) => {
  const { webhooks, sessionSecret } = env();
  const write = leaseWriter(db, lease, onLost);
  const signals = { db, health: upstreamHealth, nowMs: clock.nowMs };
  const evaluator = new Evaluator({
    db,
    write,
    read: (rule) => readSignal(rule.signal, signals),
    clock,
    newId: () => crypto.randomUUID(),
    report,
  });
  const deliverer = new Deliverer({
    db,
    write,
    post: makePost({ rules: webhooks, resolve: systemResolve, clock }),
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
};

/** The duty that alerts are of a leader. */
export const alerting: LeaderDuty = { start, dropExpired: dropExpiredAlerts };
