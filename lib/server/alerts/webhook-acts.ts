// What operators do to webhooks: the address is checked, sealed, and told to nobody again.
import "server-only";
import type { Delivery, WebhookChanged, WebhookMade, WebhookUpdate } from "../../bff/webhooks.ts";
import { env } from "../env.ts";
import { Problem } from "../problem.ts";
import type { Database } from "../store/database.ts";
import { listDeliveries, queueDelivery } from "../store/deliveries.ts";
import { addWebhook, changeWebhook, findWebhook, shownWebhook } from "../store/webhooks.ts";
import { systemResolve } from "./post.ts";
import { newSecret, seal, unseal } from "./seal.ts";
import { checkTarget, TargetRefused } from "./target.ts";

async function checked(url: string): Promise<URL> {
  try {
    return await checkTarget(url, env().webhooks, systemResolve);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    const details = [{ code: "invalid_target", message: `body.url ${error.message}` }];
    // Either what the address must be, or what is wrong with its host.
    const said = error.message.replace(/^the host/, "leads nowhere it may: the host");
    throw new Problem(400, "invalid_target", `The address ${said}.`, { details });
  }
}

const absent = () => new Problem(404, "not_found", "There is no such webhook.");

/** Keeps a new target; its secret is in this answer alone. Throws 400 for an address that may not be sent to. */
export async function makeWebhook(
  db: Database,
  given: { name: string; url: string },
  by: string,
  nowMs: number,
): Promise<WebhookMade> {
  const url = await checked(given.url);
  const id = crypto.randomUUID();
  const secret = newSecret();
  await addWebhook(db, {
    id,
    name: given.name,
    origin: url.origin,
    sealed: seal({ url: url.href, secret }, id, env().sessionSecret),
    enabled: 1,
    created_by: by,
    created_at_ms: nowMs,
  });
  return { ...(await shownWebhook(db, id)), secret };
}

/**
 * Changes what is given; a new address keeps the secret. Where that cannot be read any more there is a new one, in this
 * answer alone. Throws 400 for an address that may not be sent to, 404.
 */
export async function updateWebhook(
  db: Database,
  id: string,
  change: WebhookUpdate,
): Promise<WebhookChanged> {
  const kept = await findWebhook(db, id);
  if (kept === undefined) throw absent();
  const { url: text, ...rest } = change;
  if (text === undefined) {
    await changeWebhook(db, id, rest);
    return shownWebhook(db, id);
  }
  const url = await checked(text);
  // Looking a host up takes its time: the secret may have been rotated meanwhile.
  const now = await findWebhook(db, id);
  if (now === undefined) throw absent();
  const { sessionSecret } = env();
  const known = unseal(now.sealed, id, sessionSecret)?.secret;
  const secret = known ?? newSecret();
  const sealed = seal({ url: url.href, secret }, id, sessionSecret);
  await changeWebhook(db, id, { ...rest, sealed, origin: url.origin });
  return { ...(await shownWebhook(db, id)), ...(known === undefined ? { secret } : {}) };
}

/** Makes a new secret; the old one signs nothing more. Throws 404, 409 when the address cannot be read. */
export async function rotateSecret(db: Database, id: string): Promise<WebhookMade> {
  const kept = await findWebhook(db, id);
  if (kept === undefined) throw absent();
  const { sessionSecret } = env();
  const target = unseal(kept.sealed, id, sessionSecret);
  if (target === undefined)
    throw new Problem(
      409,
      "unreadable",
      "Its address cannot be read any more: edit the webhook and set the address again.",
    );
  const secret = newSecret();
  await changeWebhook(db, id, { sealed: seal({ ...target, secret }, id, sessionSecret) });
  return { ...(await shownWebhook(db, id)), secret };
}

/** Puts a test notice into the outbox; the replica that leads sends it. Throws 404, 409 when the webhook is off. */
export async function sendTest(db: Database, id: string, nowMs: number): Promise<Delivery> {
  const kept = await findWebhook(db, id);
  if (kept === undefined) throw absent();
  if (kept.enabled === 0) throw new Problem(409, "webhook_off", "The webhook is off: turn it on first.");
  const queued = await queueDelivery(db, { webhookId: id, event: "test", nowMs });
  const [delivery] = await listDeliveries(db, { id: queued, limit: 1 });
  if (delivery === undefined) throw absent();
  return delivery;
}
