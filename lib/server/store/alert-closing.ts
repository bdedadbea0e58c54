// Operators end what nobody can see any more: the evaluator would keep it open for as long as there is no data.
import { paces, wholeSeconds } from "../paces.ts";
import { Problem } from "../problem.ts";
import { rulesInTurn } from "./alert-rules.ts";
import { dropState, isWithoutData, resolveAlert } from "./alerts.ts";
import type { Database } from "./database.ts";
import { queueEnd } from "./deliveries.ts";

/**
 * Ends an open alert of which there has been no data for long enough; whoever was told that it is open is told. Its
 * subject starts anew with the next data. Throws 404, 409 when it is over or has data.
 */
export function closeAlert(
  db: Database,
  id: string,
  { by, note, nowMs }: { by: string; note: string; nowMs: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await rulesInTurn(db, trx);
    const alert = await trx.selectFrom("alerts").selectAll().where("id", "=", id).executeTakeFirst();
    if (alert === undefined) throw new Problem(404, "not_found", "There is no such alert.");
    if (alert.resolved_at_ms !== null) throw new Problem(409, "already_over", "The alert is over.");
    const state = await trx
      .selectFrom("alert_states")
      .select(["known", "unknown_since_ms"])
      .where("alert_id", "=", id)
      .executeTakeFirst();
    if (!isWithoutData(state, nowMs))
      throw new Problem(
        409,
        "has_data",
        `There was data of it within the last ${wholeSeconds(paces.alerts.closableAfterMs)} s: mute it, or let it resolve.`,
      );
    const end = { why: "closed", words: alert.words, nowMs, by, note } as const;
    await resolveAlert(trx, id, end);
    await queueEnd(trx, { ...alert, resolved_at_ms: nowMs, resolved_why: "closed" }, nowMs);
    await dropState(trx, alert.rule_id, alert.subject);
  });
}
