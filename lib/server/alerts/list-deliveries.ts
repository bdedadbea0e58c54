// The deliveries as operators read them, each with its attempts and what its alert is about.
import { signalKinds } from "../../bff/alert-rules.ts";
import type { AlertPlace } from "../../bff/alerts.ts";
import { type Delivery, deliveryStates, webhookEvents } from "../../bff/webhooks.ts";
import { systemClock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { readKeptMs, sinceOf } from "./alert-window.ts";

/** What the alerts with these ids are about, by id. */
async function readPlaces(
  db: Database,
  ids: readonly string[],
  nowMs: number,
): Promise<Map<string, AlertPlace>> {
  if (ids.length === 0) return new Map();
  const keptMs = await readKeptMs(db, nowMs);
  const rows = await db
    .selectFrom("alerts")
    .leftJoin("alert_rules", "alert_rules.id", "alerts.rule_id")
    .select(["alerts.id", "alerts.kind", "alerts.subject", "alerts.fired_at_ms", "alerts.resolved_at_ms"])
    .select("alerts.limit_ms")
    .select("alert_rules.signal")
    .where("alerts.id", "in", [...new Set(ids)])
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const kind = signalKinds.find((each) => each === row.kind);
      const { subject, resolved_at_ms, limit_ms } = row;
      return kind === undefined
        ? []
        : [[row.id, { kind, subject, since_ms: sinceOf(row, keptMs), resolved_at_ms, limit_ms }] as const];
    }),
  );
}

/** Deliveries with their attempts, newest first. */
export async function listDeliveries(
  db: Database,
  filter: { webhookId?: string | undefined; id?: string; limit: number },
  nowMs: number = systemClock.nowMs(),
): Promise<Delivery[]> {
  let query = db
    .selectFrom("alert_deliveries")
    .select(["id", "webhook_id", "event", "alert_id", "title", "created_at_ms", "state", "next_at_ms"]);
  if (filter.webhookId !== undefined) query = query.where("webhook_id", "=", filter.webhookId);
  if (filter.id !== undefined) query = query.where("id", "=", filter.id);
  const rows = await query.orderBy("created_at_ms", "desc").orderBy("id").limit(filter.limit).execute();
  if (rows.length === 0) return [];
  const attemptRows = await db
    .selectFrom("alert_attempts")
    .select(["delivery_id", "at_ms", "status", "ms", "error"])
    .where(
      "delivery_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("number")
    .execute();
  const attempts = Map.groupBy(attemptRows, (row) => row.delivery_id);
  const places = await readPlaces(
    db,
    rows.flatMap(({ alert_id: id }) => id ?? []),
    nowMs,
  );
  return rows.map((row) => ({
    ...row,
    event: webhookEvents.find((each) => each === row.event) ?? "test",
    state: deliveryStates.find((each) => each === row.state) ?? "dead",
    next_at_ms: row.state === "waiting" ? row.next_at_ms : null,
    alert: places.get(row.alert_id ?? "") ?? null,
    attempts: (attempts.get(row.id) ?? []).map(({ delivery_id: _, ...attempt }) => attempt),
  }));
}
