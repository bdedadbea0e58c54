// The webhooks of a rule: ids in its row.
import type { Database } from "../db/database.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { Problem } from "../kernel/problem.ts";

/** The ids in a rule's column. */
export function webhookIds(column: string): string[] {
  const ids = parsedJson(column);
  return Array.isArray(ids) ? ids.filter((each) => typeof each === "string") : [];
}

/** All webhooks, by id, with whether they are on. */
export async function readWebhookStates(db: Database): Promise<Map<string, boolean>> {
  const rows = await db.selectFrom("webhooks").select(["id", "enabled"]).execute();
  return new Map(rows.map(({ id, enabled }) => [id, enabled === 1]));
}

/** Throws a Problem (400) that names the first webhook that does not exist. */
export async function checkWebhooks(trx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await readWebhookStates(trx);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new Problem(400, "unknown_webhook", `There is no webhook with the id ${unknown}.`);
}

/** Takes a webhook out of all rules, in a transaction that has locked the rules. */
export async function removeFromRules(trx: Database, webhookId: string): Promise<void> {
  for (const { id, webhooks } of await trx.selectFrom("alert_rules").select(["id", "webhooks"]).execute()) {
    const ids = webhookIds(webhooks);
    if (!ids.includes(webhookId)) continue;
    const column = JSON.stringify(ids.filter((each) => each !== webhookId));
    await trx.updateTable("alert_rules").set({ webhooks: column }).where("id", "=", id).execute();
  }
}
