// The outbox: each notice to each webhook is a row, written in the transaction of what it tells. Its id is the
// idempotency key: who gets it twice knows it by that.
import { type Delivery, deliveryStates, type WebhookEvent, webhookEvents } from "../../bff/webhooks.ts";
import type { AlertTables } from "./alert-tables.ts";
import type { Database } from "./database.ts";

type AlertRow = AlertTables["alerts"];
export type DeliveryRow = AlertTables["alert_deliveries"];

/** What a webhook gets; times as ISO 8601. */
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
            summary: alert.words,
          },
        }),
  });
}

/** The time of a notice of an alert: behind those that wait already, also when the clock was set back since. */
async function behindWaiting(
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

/** Puts a notice for one webhook into the outbox; answers its id. */
export async function queueDelivery(
  trx: Database,
  what: { webhookId: string; event: WebhookEvent; alert?: AlertRow; nowMs: number },
): Promise<string> {
  const id = crypto.randomUUID();
  const { webhookId, event, alert, nowMs } = what;
  const about = alert && (alert.label === "" ? alert.rule_name : `${alert.rule_name}: ${alert.label}`);
  await trx
    .insertInto("alert_deliveries")
    .values({
      id,
      webhook_id: webhookId,
      alert_id: alert?.id ?? null,
      event,
      title: about ?? "Test",
      body: bodyOf(id, event, alert, nowMs),
      created_at_ms:
        alert === undefined ? nowMs : await behindWaiting(trx, { webhookId, alertId: alert.id, nowMs }),
      next_at_ms: nowMs,
      attempts: 0,
      state: "waiting",
      done_at_ms: null,
    })
    .execute();
  return id;
}

/** Tells the webhooks of a rule that are there and on. */
export async function queueEvent(
  trx: Database,
  what: { webhooks: readonly string[]; event: WebhookEvent; alert: AlertRow; nowMs: number },
): Promise<void> {
  if (what.webhooks.length === 0) return;
  const rows = await trx
    .selectFrom("webhooks")
    .select("id")
    .where("id", "in", what.webhooks)
    .where("enabled", "=", 1)
    .orderBy("id")
    .execute();
  for (const { id } of rows) await queueDelivery(trx, { ...what, webhookId: id });
}

/** Tells everyone who was told that an alert is open that it is over. */
export async function queueEnd(trx: Database, alert: AlertRow, nowMs: number): Promise<void> {
  const told = await trx
    .selectFrom("alert_deliveries")
    .innerJoin("webhooks", "webhooks.id", "alert_deliveries.webhook_id")
    .select("webhooks.id")
    .distinct()
    .where("alert_deliveries.alert_id", "=", alert.id)
    .orderBy("webhooks.id")
    .execute();
  for (const { id } of told) await queueDelivery(trx, { webhookId: id, event: "resolved", alert, nowMs });
}

interface DueQuestion {
  nowMs: number;
  longestPauseMs: number;
  /** Of each webhook. */
  limit: number;
  /** Webhooks that are not asked for. */
  without?: ReadonlySet<string>;
}

/**
 * What may be sent now, the oldest first, at most `limit` to each webhook. Of one alert only the oldest notice to a
 * webhook: that it is over does not overtake that it fired. A time further ahead than a pause can be was set before
 * the clock was set back.
 */
export async function dueDeliveries(db: Database, asked: DueQuestion): Promise<Map<string, DeliveryRow[]>> {
  const webhooks = await db.selectFrom("webhooks").select("id").where("enabled", "=", 1).execute();
  const due = new Map<string, DeliveryRow[]>();
  // Each by itself: what waits for one, however much, hides nothing of another's.
  for (const { id } of webhooks) {
    const rows = asked.without?.has(id) ? [] : await dueTo(db, id, asked);
    if (rows.length > 0) due.set(id, rows);
  }
  return due;
}

async function dueTo(db: Database, webhookId: string, asked: DueQuestion): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom("alert_deliveries")
    .selectAll()
    .where("state", "=", "waiting")
    .where("webhook_id", "=", webhookId)
    .orderBy("created_at_ms")
    .orderBy("id")
    .limit(2_000)
    .execute();
  const heads = new Set<string>();
  const due: DeliveryRow[] = [];
  for (const row of rows) {
    const line = row.alert_id ?? row.id;
    if (heads.has(line)) continue;
    heads.add(line);
    const waitMs = row.next_at_ms - asked.nowMs;
    if (waitMs > 0 && waitMs <= asked.longestPauseMs) continue;
    if (due.length < asked.limit) due.push(row);
  }
  return due;
}

/** What came of one attempt, and what comes next: another one at `nextAtMs`, or nothing more. */
export async function recordAttempt(
  trx: Database,
  row: DeliveryRow,
  attempt: { atMs: number; status: number | null; ms: number; error: string | null },
  next: { state: "delivered" | "dead" } | { state: "waiting"; nextAtMs: number },
): Promise<void> {
  const number = row.attempts + 1;
  const { atMs, status, ms, error } = attempt;
  await trx
    .insertInto("alert_attempts")
    .values({ delivery_id: row.id, number, at_ms: atMs, status, ms, error })
    .onConflict((conflict) =>
      conflict.columns(["delivery_id", "number"]).doUpdateSet({ at_ms: atMs, status, ms, error }),
    )
    .execute();
  await trx
    .updateTable("alert_deliveries")
    .set({
      attempts: number,
      state: next.state,
      ...(next.state === "waiting" ? { next_at_ms: next.nextAtMs } : { done_at_ms: atMs }),
    })
    .where("id", "=", row.id)
    .execute();
}

/** What was sent, newest first, with each attempt. */
export async function listDeliveries(
  db: Database,
  asked: { webhookId?: string | undefined; id?: string; limit: number },
): Promise<Delivery[]> {
  let query = db.selectFrom("alert_deliveries").selectAll();
  if (asked.webhookId !== undefined) query = query.where("webhook_id", "=", asked.webhookId);
  if (asked.id !== undefined) query = query.where("id", "=", asked.id);
  const rows = await query.orderBy("created_at_ms", "desc").orderBy("id").limit(asked.limit).execute();
  if (rows.length === 0) return [];
  const tried = await db
    .selectFrom("alert_attempts")
    .selectAll()
    .where(
      "delivery_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("number")
    .execute();
  const attempts = Map.groupBy(tried, (row) => row.delivery_id);
  return rows.map((row) => ({
    id: row.id,
    webhook_id: row.webhook_id,
    event: webhookEvents.find((each) => each === row.event) ?? "test",
    alert_id: row.alert_id,
    title: row.title,
    created_at_ms: row.created_at_ms,
    state: deliveryStates.find((each) => each === row.state) ?? "dead",
    next_at_ms: row.state === "waiting" ? row.next_at_ms : null,
    attempts: (attempts.get(row.id) ?? []).map(({ at_ms, status, ms, error }) => ({
      at_ms,
      status,
      ms,
      error,
    })),
  }));
}
