// Operators' actions on webhooks. The address is checked and encrypted, and never returned.
import "server-only";
import type { Delivery, WebhookChanged, WebhookMade, WebhookUpdate } from "../../bff/webhooks.ts";
import { targetOfChange } from "../audit/fields-set.ts";
import type { Database } from "../db/database.ts";
import { env } from "../kernel/env.ts";
import { noSuch, Problem } from "../kernel/problem.ts";
import { queueDelivery } from "./deliveries.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { systemResolve } from "./post-webhook.ts";
import { newSecret, seal, unseal } from "./sealed-target.ts";
import { checkTarget, TargetRefused } from "./webhook-target.ts";
import { addWebhook, changeWebhook, findWebhook, shownWebhook } from "./webhooks.ts";

async function checkUrl(url: string): Promise<URL> {
  try {
    return await checkTarget(url, env().webhooks, systemResolve);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    const details = [{ code: "invalid_target", message: `body.url ${error.message}` }];
    // The message is a requirement on the address or a fault of its host.
    const message = error.message.replace(/^the host/, "is refused: the host");
    throw new Problem(400, "invalid_target", `The address ${message}.`, { details });
  }
}

const absent = () => noSuch("webhook");

/** Stores a new webhook; only this result contains its secret. Throws a Problem (400) for a refused address. */
export async function makeWebhook(
  db: Database,
  setting: { name: string; url: string },
  by: string,
  nowMs: number,
): Promise<WebhookMade> {
  const url = await checkUrl(setting.url);
  const id = crypto.randomUUID();
  const secret = newSecret();
  await addWebhook(db, {
    id,
    name: setting.name,
    origin: url.origin,
    sealed: seal({ url: url.href, secret }, id, env().sessionSecret),
    enabled: 1,
    created_by: by,
    created_at_ms: nowMs,
  });
  return { ...(await shownWebhook(db, id)), secret };
}

/**
 * Changes the given fields; a new address keeps the secret. If that cannot be decrypted, a new one is created and returned
 * once. Throws a Problem: 400 for a refused address, 404.
 */
export async function updateWebhook(
  db: Database,
  id: string,
  change: WebhookUpdate,
): Promise<WebhookChanged> {
  const stored = await findWebhook(db, id);
  if (stored === undefined) throw absent();
  const { url: text, ...rest } = change;
  if (text === undefined) {
    await changeWebhook(db, id, rest);
    return shownWebhook(db, id);
  }
  const url = await checkUrl(text);
  // The secret may have been rotated during the DNS lookup.
  const now = await findWebhook(db, id);
  if (now === undefined) throw absent();
  const { sessionSecret } = env();
  const storedSecret = unseal(now.sealed, id, sessionSecret)?.secret;
  const secret = storedSecret ?? newSecret();
  const sealed = seal({ url: url.href, secret }, id, sessionSecret);
  await changeWebhook(db, id, { ...rest, sealed, origin: url.origin });
  return { ...(await shownWebhook(db, id)), ...(storedSecret === undefined ? { secret } : {}) };
}

/** A change as the audit has it: the webhook's id and what is set, of an address its origin, as its path may be secret. */
export const targetOfWebhookChange = (id: string, { url, ...rest }: WebhookUpdate): string =>
  targetOfChange(id, { ...rest, ...(url === undefined ? {} : { url: URL.parse(url)?.origin ?? "invalid" }) });

/** Replaces the signing secret. Throws a Problem: 404, or 409 when the address cannot be decrypted. */
export async function rotateSecret(db: Database, id: string): Promise<WebhookMade> {
  const stored = await findWebhook(db, id);
  if (stored === undefined) throw absent();
  const { sessionSecret } = env();
  const target = unseal(stored.sealed, id, sessionSecret);
  if (target === undefined)
    throw new Problem(
      409,
      "unreadable",
      "Its address can no longer be decrypted. Edit the webhook and set the address again.",
    );
  const secret = newSecret();
  await changeWebhook(db, id, { sealed: seal({ ...target, secret }, id, sessionSecret) });
  return { ...(await shownWebhook(db, id)), secret };
}

/** Queues a test notice, which the leader sends. Throws a Problem: 404, or 409 when the webhook is off. */
export async function sendTest(db: Database, id: string, nowMs: number): Promise<Delivery> {
  const stored = await findWebhook(db, id);
  if (stored === undefined) throw absent();
  if (stored.enabled === 0) throw new Problem(409, "webhook_off", "The webhook is off. Turn it on first.");
  const queued = await queueDelivery(db, { webhookId: id, event: "test", nowMs });
  const [delivery] = await listDeliveries(db, { id: queued, limit: 1 });
  if (delivery === undefined) throw absent();
  return delivery;
}
