// The webhooks of alerts. Addresses and secrets are encrypted by the caller (`sealed`).
import { type Webhook, type WebhookUpdate, webhookLimits } from "../../bff/webhooks.ts";
import type { AlertTables } from "../db/alert-tables.ts";
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { noSuch, Problem } from "../kernel/problem.ts";
import { lockRules } from "./alert-rules.ts";
import { removeFromRules } from "./rule-webhooks.ts";

export type WebhookRow = AlertTables["webhooks"];

/** Webhooks in order of creation, with counts of their deliveries. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  const rows = await db.selectFrom("webhooks").selectAll().orderBy("created_at_ms").orderBy("id").execute();
  const counts = await db
    .selectFrom("alert_deliveries")
    .select(["webhook_id", "state"])
    .select((each) => [
      each.fn.countAll<number | string>().as("count"),
      each.fn.max("done_at_ms").as("done_at_ms"),
    ])
    .groupBy(["webhook_id", "state"])
    .execute();
  return rows.map(({ id, name, origin, enabled, created_by, created_at_ms }) => {
    const of = (state: string) => counts.find((row) => row.webhook_id === id && row.state === state);
    return {
      id,
      name,
      origin,
      enabled: enabled === 1,
      created_by,
      created_at_ms,
      waiting: Number(of("waiting")?.count ?? 0),
      dead: Number(of("dead")?.count ?? 0),
      last_delivered_ms: of("delivered")?.done_at_ms ?? null,
    };
  });
}

/** One webhook in the BFF's shape; throws a Problem (404). */
export async function shownWebhook(db: Database, id: string): Promise<Webhook> {
  const found = (await listWebhooks(db)).find((each) => each.id === id);
  if (found === undefined) throw noSuch("webhook");
  return found;
}

export const findWebhook = (db: Database, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();

/** Stores a new webhook; throws a Problem (409) at the limit. */
export async function addWebhook(db: Database, row: WebhookRow): Promise<void> {
  if ((await countRows(db.selectFrom("webhooks").select(rowCount))) >= webhookLimits.webhooks)
    throw new Problem(
      409,
      "too_many_webhooks",
      `There are ${webhookLimits.webhooks} webhooks already. Delete one first.`,
    );
  await db.insertInto("webhooks").values(row).execute();
}

/** Changes the given fields; `sealed` and `origin` belong together. */
export async function changeWebhook(
  db: Database,
  id: string,
  change: Omit<WebhookUpdate, "url"> & { sealed?: string; origin?: string },
): Promise<void> {
  const { name, enabled, sealed, origin } = change;
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    ...(sealed === undefined ? {} : { sealed }),
    ...(origin === undefined ? {} : { origin }),
  };
  if (Object.keys(set).length > 0) await db.updateTable("webhooks").set(set).where("id", "=", id).execute();
}

/** Deletes a webhook with all its deliveries, also from the rules that name it. */
export function removeWebhook(db: Database, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRules(db, trx);
    await removeFromRules(trx, id);
    const deliveries = trx.selectFrom("alert_deliveries").select("id").where("webhook_id", "=", id);
    await trx.deleteFrom("alert_attempts").where("delivery_id", "in", deliveries).execute();
    await trx.deleteFrom("alert_deliveries").where("webhook_id", "=", id).execute();
    await trx.deleteFrom("webhooks").where("id", "=", id).execute();
  });
}
