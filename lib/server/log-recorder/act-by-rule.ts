// An act on a browser that a rule of Settings does, and no person: audited like one of an operator.
import "server-only";
import { randomUUID } from "node:crypto";
import { runAct } from "../audit/run-act.ts";
import type { Database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { browserOverReason } from "../streams/over-reason.ts";

export interface RuleAct {
  /** Operation id. */
  action: string;
  /** Session id of the browser. */
  target: string;
  /** The setting that names the rule. */
  rule: string;
}

/** Runs `work` between its two audit rows and returns its answer. Rejects without running it when the first cannot be
 *  written, and with 404 and no audit row when the browser has ended: the list that named it may be seconds old. */
export async function actByRule<Done extends { status: number }>(
  db: Database,
  { action, target, rule }: RuleAct,
  work: () => Promise<Done>,
): Promise<Done> {
  const over = await browserOverReason(target);
  if (over !== undefined) throw new Problem(404, "not_found", over);
  const who = { actor: "Fleetdeck", role: "rule", ip: "", requestId: randomUUID() };
  const event = { ...who, action, target, reason: `By the rule ${rule}` };
  return await runAct(db, { event: () => event, work });
}
