// An act that a rule of Settings does, and no person: audited like one of an operator.
import "server-only";
import { randomUUID } from "node:crypto";
import { appendAudit } from "../audit/audit-chain.ts";
import type { Database } from "../db/database.ts";
import { logFault } from "../kernel/log.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";

export interface RuleAct {
  /** Operation id. */
  action: string;
  target: string;
  /** The setting that names the rule. */
  rule: string;
}

/** Runs `work` between its two audit rows. Rejects without running it when the first cannot be written. */
export async function actByRule(
  db: Database,
  { action, target, rule }: RuleAct,
  work: () => Promise<{ status: number }>,
): Promise<void> {
  const event = { actor: "Fleetdeck", role: "rule", ip: "", requestId: randomUUID(), action, target };
  const append = (phase: "intended" | "answered", outcome: { status?: number; code?: string } = {}) =>
    appendAudit(db, { ...event, reason: `By the rule ${rule}`, phase, ...outcome }, Date.now());
  // The act was done: a row that cannot be written is no reason to do it again.
  const answered = (outcome: { status?: number; code?: string }) =>
    append("answered", outcome).catch((error) =>
      logFault("the outcome of an act could not be written", error),
    );
  await append("intended");
  try {
    const { status } = await work();
    await answered({ status });
  } catch (error) {
    const failure =
      error instanceof UpstreamFailure ? { status: error.status, code: error.code } : { code: "failed" };
    await answered(failure);
    throw error;
  }
}
