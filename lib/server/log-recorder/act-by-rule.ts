// An act that a rule of Settings does, and no person: audited like one of an operator.
import "server-only";
import { randomUUID } from "node:crypto";
import { runAct } from "../audit/run-act.ts";
import type { Database } from "../db/database.ts";

export interface RuleAct {
  /** Operation id. */
  action: string;
  target: string;
  /** The setting that names the rule. */
  rule: string;
}

/** Runs `work` between its two audit rows and returns its answer. Rejects without running it when the first cannot be
 *  written. */
export async function actByRule<Done extends { status: number }>(
  db: Database,
  { action, target, rule }: RuleAct,
  work: () => Promise<Done>,
): Promise<Done> {
  const who = { actor: "Fleetdeck", role: "rule", ip: "", requestId: randomUUID() };
  const event = { ...who, action, target, reason: `By the rule ${rule}` };
  return await runAct(db, { event: () => event, work });
}
