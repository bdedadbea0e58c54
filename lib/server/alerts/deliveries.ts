// The outbox: one row per notice and webhook, written in the transaction of the change it reports. Its id is sent as
// `webhook-id`.
import type { WebhookEvent } from "../../bff/webhooks.ts";
import type { AlertTables } from "../db/alert-tables.ts";
import type { Database } from "../db/database.ts";
import { upsert } from "../db/upsert.ts";

type AlertRow = AlertTables["alerts"];
export type DeliveryRow = AlertTables["alert_deliveries"];

/** The JSON body of a notice; times as ISO 8601. */
function bodyOf(id: string, event: WebhookEvent, alert: AlertRow | undefined, nowMs: number): string {
  const time = (atMs: number) => new Date(atMs).toISOString();
  return JSON.stringify({
    id,
    event,
    sent_at: time(nowMs),
    ...(alert === undefined
      ? { message: "This is a test of the webhook." }
      : {
          alert: {
            id: alert.id,
            rule: { id: alert.rule_id, name: alert.rule_name, kind: alert.kind },
            subject: { id: alert.subject, label: alert.label },
            fired_at: time(alert.fired_at_ms),
            resolved_at: alert.resolved_at_ms === null ? null : time(alert.resolved_at_ms),
            resolved_why: alert.resolved_why,
            summary: alert.message,
          },
        }),
  });
}

/** The queue time of an alert's notice: after the waiting ones, also within one millisecond. */
async function nextQueueTime(
  trx: Database,
  { webhookId, alertId, nowMs }: { webhookId: string; alertId: string; nowMs: number },
): Promise<number> {
  const newest = await trx
    .selectFrom("alert_deliveries")
    .select("created_at_ms")
    .where("state", "=", "waiting")
    .where("webhook_id", "=", webhookId)
    .where("created_at_ms", ">=", nowMs)
    .where("alert_id", "=", alertId)
    .orderBy("created_at_ms", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest === undefined ? nowMs : newest.created_at_ms + 1;
}

/** Adds a notice for one webhook to the outbox; returns its id. */
export async function queueDelivery(
  trx: Database,
  notice: { webhookId: string; event: WebhookEvent; alert?: AlertRow; nowMs: number },
): Promise<string> {
  const id = crypto.randomUUID();
  const { webhookId, event, alert, nowMs } = notice;
  const title = alert && (alert.label === "" ? alert.rule_name : `${alert.rule_name}: ${alert.label}`);
  await trx
    .insertInto("alert_deliveries")
    .values({
      id,
      webhook_id: webhookId,
      alert_id: alert?.id ?? null,
      event,
      title: title ?? "Test",
      body: bodyOf(id, event, alert, nowMs),
      created_at_ms:
        alert === undefined ? nowMs : await nextQueueTime(trx, { webhookId, alertId: alert.id, nowMs }),
      next_at_ms: nowMs,
      attempts: 0,
      state: "waiting",
      done_at_ms: null,
    })
    .execute();
  return id;
}

/** The existing webhooks that received alerts. */
export async function receiversOf(db: Database, alertIds: readonly string[]) {
  // PostgreSQL refuses an empty list.
  if (alertIds.length === 0) return [];
  return await db
    .selectFrom("alert_deliveries")
    .innerJoin("webhooks", "webhooks.id", "alert_deliveries.webhook_id")
    .select(["alert_deliveries.alert_id", "webhooks.id"])
    .distinct()
    .where("alert_deliveries.alert_id", "in", alertIds)
    .orderBy("webhooks.id")
    .execute();
}

/** Queues the end of an alert for the webhooks that received it. */
export async function queueEnd(trx: Database, alert: AlertRow, nowMs: number): Promise<void> {
  for (const { id } of await receiversOf(trx, [alert.id]))
    await queueDelivery(trx, { webhookId: id, event: "resolved", alert, nowMs });
}

interface DueQuery {
  nowMs: number;
  /** Per webhook. */
  limit: number;
  /** Webhooks to skip. */
  without?: ReadonlySet<string>;
}

/**
 * Deliveries to send now, oldest first, at most `limit` per webhook. Only the oldest notice of an alert per webhook, so
 * that `resolved` does not overtake `fired`.
 */
export async function dueDeliveries(db: Database, filter: DueQuery): Promise<Map<string, DeliveryRow[]>> {
  const webhooks = await db.selectFrom("webhooks").select("id").where("enabled", "=", 1).execute();
  const due = new Map<string, DeliveryRow[]>();
  // One query per webhook, so that a long queue does not hide another webhook's.
  for (const { id } of webhooks) {
    const rows = filter.without?.has(id) ? [] : await dueTo(db, id, filter);
    if (rows.length > 0) due.set(id, rows);
  }
  return due;
}

async function dueTo(db: Database, webhookId: string, filter: DueQuery): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom("alert_deliveries")
    .selectAll()
    .where("state", "=", "waiting")
    .where("webhook_id", "=", webhookId)
    .orderBy("created_at_ms")
    .orderBy("id")
    .limit(2_000)
    .execute();
  const blocked = new Set<string>();
  const due: DeliveryRow[] = [];
  for (const row of rows) {
    const queueKey = row.alert_id ?? row.id;
    if (blocked.has(queueKey)) continue;
    blocked.add(queueKey);
    if (row.next_at_ms <= filter.nowMs && due.length < filter.limit) due.push(row);
  }
  return due;
}

/** Records an attempt and the next state: another attempt at `nextAtMs`, or none. */
export async function recordAttempt(
  trx: Database,
  row: DeliveryRow,
  attempt: { atMs: number; status: number | null; ms: number; error: string | null },
  next: { state: "delivered" | "dead" } | { state: "waiting"; nextAtMs: number },
): Promise<void> {
  const number = row.attempts + 1;
  const { atMs, status, ms, error } = attempt;
  const { numUpdatedRows } = await trx
    .updateTable("alert_deliveries")
    .set({
      attempts: number,
      state: next.state,
      ...(next.state === "waiting" ? { next_at_ms: next.nextAtMs } : { done_at_ms: atMs }),
    })
    .where("id", "=", row.id)
    .executeTakeFirst();
  // Deleted with its webhook while it was sent.
  if (numUpdatedRows === 0n) return;
  await upsert(trx, "alert_attempts", [{ delivery_id: row.id, number, at_ms: atMs, status, ms, error }]);
}
