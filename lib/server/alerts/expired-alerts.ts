// Deletes alerts and deliveries that ended long ago, a bounded number per call.
import type { Database } from "../db/database.ts";
import { dropRows, rowsPerCall } from "../db/expired-rows.ts";

/** Deletes alerts that ended before `beforeMs`, and finished deliveries; returns whether there may be more. */
export async function dropExpiredAlerts(trx: Database, { beforeMs }: { beforeMs: number }): Promise<boolean> {
  const dropped = [
    await dropRows(trx, { table: "alerts", time: "resolved_at_ms", beforeMs }),
    await dropDeliveries(trx, beforeMs),
  ];
  return dropped.includes(true);
}

/** Deletes finished deliveries with their attempts, except those of open alerts, which determine who gets the end. */
async function dropDeliveries(trx: Database, beforeMs: number): Promise<boolean> {
  const open = trx.selectFrom("alerts").select("id").where("resolved_at_ms", "is", null);
  const rows = await trx
    .selectFrom("alert_deliveries")
    .select("id")
    .where("created_at_ms", "<", beforeMs)
    .where("state", "!=", "waiting")
    .where((each) => each.or([each("alert_id", "is", null), each("alert_id", "not in", open)]))
    .orderBy("created_at_ms")
    .limit(rowsPerCall)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom("alert_attempts").where("delivery_id", "in", ids).execute();
  await trx.deleteFrom("alert_deliveries").where("id", "in", ids).execute();
  return true;
}
