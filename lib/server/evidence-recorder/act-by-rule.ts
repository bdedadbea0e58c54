// An act on a browser that a rule of Settings does, and no person: audited like one of an operator.
import "server-only";
import { randomUUID } from "node:crypto";
import { auditMessages } from "../../bff/audit-messages.ts";
import { runAct } from "../audit/run-act.ts";
import type { Database } from "../db/database.ts";
import { browserOverReason } from "../streams/stream-end-reason.ts";
import { BrowserEnded } from "./session-acts.ts";

export interface RuleAct {
  /** Operation id. */
  action: string;
  /** Session id of the browser. */
  target: string;
  /** The setting that names the rule. */
  rule: string;
}

/** Rejects with BrowserEnded when a browser has ended: the list that named it may be seconds old. */
export async function requireLiving(sessionId: string): Promise<void> {
  const over = await browserOverReason(sessionId);
  if (over !== undefined) throw new BrowserEnded(over);
}

/** Runs `work` between its two audit rows and returns its answer. Rejects without running it when the first cannot be
 *  written, and with BrowserEnded and no audit row when the browser has ended. */
export async function actByRule<Done extends { status: number }>(
  db: Database,
  { action, target, rule }: RuleAct,
  work: () => Promise<Done>,
): Promise<Done> {
  await requireLiving(target);
  const who = { actor: auditMessages.ruleActor, role: "rule", ip: "", requestId: randomUUID() };
  const event = { ...who, action, target, reason: `By the rule ${rule}` };
  return await runAct(db, { event: () => event, work });
}
