// Closes alerts without data on an operator's request; the evaluator would keep them open.
import type { Database } from "../db/database.ts";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { noSuch, Problem } from "../kernel/problem.ts";
import { lockRules } from "./alert-rules.ts";
import { dropState, isWithoutData, resolveAlert } from "./alerts.ts";
import { queueEnd } from "./deliveries.ts";

/**
 * Ends an open alert that has been without data for long enough, and notifies the webhooks that received it. Its subject
 * starts again with the next data. Throws a Problem: 404, or 409 when it has ended or has data.
 */
export function closeAlert(
  db: Database,
  id: string,
  { by, note, nowMs }: { by: string; note: string; nowMs: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRules(db, trx);
    const alert = await trx.selectFrom("alerts").selectAll().where("id", "=", id).executeTakeFirst();
    if (alert === undefined) throw noSuch("alert");
    if (alert.resolved_at_ms !== null)
      throw new Problem(409, "already_over", "This alert has already ended.");
    const state = await trx
      .selectFrom("alert_states")
      .select(["known", "unknown_since_ms"])
      .where("alert_id", "=", id)
      .executeTakeFirst();
    if (!isWithoutData(state, nowMs))
      throw new Problem(
        409,
        "has_data",
        `This alert can be closed after ${wholeSeconds(paces.alerts.closableAfterMs)} s without data. Mute it, or wait until it resolves.`,
      );
    const end = { why: "closed", message: alert.message, nowMs, by, note } as const;
    await resolveAlert(trx, id, end);
    await queueEnd(trx, { ...alert, resolved_at_ms: nowMs, resolved_why: "closed" }, nowMs);
    await dropState(trx, alert.rule_id, alert.subject);
  });
}
